import { defineComponent, h, reactive } from 'vue';
import { calculateScale, shortNumber } from '../../../scripts/lib/scale/calculate-scale.js';
import { data as figures } from './scale-figures.data.ts';

/** The calculation of docs/scale.md with the reader's own figures. */
export const ScaleCalculator = defineComponent(() => {
  const values = reactive(new Map(figures.map(({ id, value }) => [id, value ?? Number.NaN])));
  const numberOf = (id: string) => values.get(id) ?? Number.NaN;
  const field = ({ id, label }: (typeof figures)[number]) =>
    h('label', { key: id }, [
      label,
      h('input', {
        type: 'number',
        min: 0,
        step: 'any',
        value: Number.isNaN(numberOf(id)) ? '' : numberOf(id),
        onInput: ({ target }: Event) => values.set(id, (target as HTMLInputElement).valueAsNumber),
      }),
    ]);
  const row = ({ id, label, value }: ReturnType<typeof calculateScale>[number]) =>
    h('tr', { key: id }, [h('td', label), h('td', { class: 'align-right' }, shortNumber(value))]);
  return () =>
    h('div', { class: 'scale-calculator' }, [
      h('fieldset', [h('legend', 'Your figures'), ...figures.map(field)]),
      h('table', { 'aria-live': 'polite' }, [
        h('thead', h('tr', [h('th', 'what follows'), h('th', { class: 'align-right' }, 'value')])),
        h('tbody', calculateScale(numberOf).map(row)),
      ]),
    ]);
});
