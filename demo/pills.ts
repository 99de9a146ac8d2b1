import { element } from './element.ts';

interface PillsDeps {
  /** What the choice is about, for those who do not see it. */
  legend: string;
  /** Of the radio buttons; another for each group of pills of the page. */
  name: string;
  titles: readonly string[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** One of several, as radio buttons in the shape of pills: arrow keys work as in any radio group. */
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
