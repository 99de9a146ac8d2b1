import { formatDuration, formatLanguageName, formatNumber, formatPercent } from './format-values.ts';
import { spoken } from './translate.ts';

/** A number as the viewer's language writes it. */
export function tNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return formatNumber(value, spoken().language, options);
}

/** @param share 0 to 1 */
export function tPercent(share: number): string {
  return formatPercent(share, spoken().language);
}

/** Seconds as one says them in the viewer's language: `1 minute 23 seconds`. The clock's `1:23` is `formatTime`. */
export function tDuration(seconds: number): string {
  return formatDuration(seconds, spoken().language);
}

/** The name, in the viewer's language, of a language (BCP 47). */
export function tLanguage(tag: string): string {
  return formatLanguageName(tag, spoken().language);
}
