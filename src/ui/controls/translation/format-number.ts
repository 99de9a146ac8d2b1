import type { Language } from '../../../../shared/player/languages.ts';

/**
 * Smaller whole numbers have no grouping, so they need no `Intl`, whose first object is slow to
 * create (`plural-category.ts`).
 */
const groupedFrom = 1_000;

/** Latin digits in every language, to match the player's clock. */
export function digitsOf(language: Language): string {
  return `${language}-u-nu-latn`;
}

/** Formats a number for the language. */
export function formatNumber(value: number, language: Language): string {
  const isPlain = Number.isInteger(value) && value >= 0 && value < groupedFrom;
  return isPlain ? `${value}` : value.toLocaleString(digitsOf(language));
}
