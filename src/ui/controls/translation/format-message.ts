import type { Language } from '../../../../shared/player/languages.ts';
import { formatNumber } from './format-number.ts';
import { pluralCategory } from './plural-category.ts';

/**
 * `{count, plural, one {# video} other {# videos}}`: plurals of ICU MessageFormat, without nesting.
 */
const plural = /\{(\w+), plural, ((?:[\w=]+ \{[^{}]*\}\s*)+)\}/g;

/**
 * @param pattern text with `{name}`, and with plurals in the syntax of ICU MessageFormat
 * @returns the text with the values filled in; empty for missing values
 */
export function formatMessage(
  pattern: string,
  values: Readonly<Record<string, string | number>>,
  language: Language,
): string {
  const written = (value: string | number | undefined) =>
    typeof value === 'number' ? formatNumber(value, language) : (value ?? '');
  return pattern
    .replace(plural, (_, name: string, forms: string) => {
      const number = Number(values[name]);
      return pluralForm(forms, number, language).replaceAll('#', written(number));
    })
    .replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]));
}

/** Chooses the form for the exact number (`=0`), for its plural category, or `other`. */
function pluralForm(forms: string, number: number, language: Language): string {
  const byName = new Map(
    Array.from(forms.matchAll(/([\w=]+) \{([^{}]*)\}/g), ([, name = '', text = '']) => [
      name,
      text,
    ]),
  );
  return (
    byName.get(`=${number}`) ??
    byName.get(pluralCategory(number, language)) ??
    byName.get('other') ??
    ''
  );
}
