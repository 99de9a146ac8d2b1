import { element } from './element.ts';
import { hostEvents } from './host-events.ts';
import type { Wire } from './wire.ts';

/** A checkbox for every event, created when the list is first opened. */
export function startSubscriptionList(details: HTMLDetailsElement, wire: Wire): void {
  details.addEventListener('toggle', () => details.append(createList(wire)), { once: true });
}

function createList(wire: Wire): HTMLElement {
  const labels = hostEvents.map(({ name, isAskedFor }) => {
    const box = element('input', { type: 'checkbox', checked: isAskedFor });
    box.addEventListener('change', () => {
      if (box.checked) wire.subscribe(name);
      else wire.unsubscribe(name);
    });
    return element('label', {}, box, name);
  });
  const legend = element('legend', {
    className: 'visually-hidden',
    textContent: 'Subscribed events',
  });
  return element('fieldset', { className: 'subscriptions' }, legend, ...labels);
}
