import type { Language } from '../../../shared/languages.ts';

/** Below it, whole numbers are their digits in every language: no `Intl` for them, whose first object takes long (`plural-category.ts`). */
const groupedFrom = 1_000;

/** One kind of digits on one screen: the clock of a player has these in every language. */
export function digitsOf(language: Language): string {
  return `${language}-u-nu-latn`;
}

/** A number as the language writes it. */
export function formatNumber(value: number, language: Language): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < groupedFrom;
  return isPlain ? `${value}` : value.toLocaleString(digitsOf(language));
}
