import { element } from './element.ts';

interface PillsDeps {
  /** Name of the group for screen readers. */
  legend: string;
  /** Name of the radio buttons, unique for each group on the page. */
  name: string;
  titles: readonly string[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Radio buttons in the shape of pills: arrow keys work as in any radio group. */
export function createPills({
  legend,
  name,
  titles,
  chosen,
  onChoose,
}: PillsDeps): HTMLFieldSetElement {
  const pills = titles.map((title, index) => {
    const radio = element('input', { type: 'radio', name, checked: index === chosen });
    radio.addEventListener('change', () => onChoose(index));
    return element('label', {}, radio, title);
  });
  const hidden = element('legend', { className: 'visually-hidden', textContent: legend });
  return element('fieldset', { className: 'pills' }, hidden, ...pills);
}
