import type { Language } from '../../../shared/languages.ts';

/** One kind of digits on one screen: the clock of a player has these in every language. */
function locale(language: Language): string {
  return `${language}-u-nu-latn`;
}

// Making a format costs a hundred times what using it does.
const numberFormats = new Map<string, Intl.NumberFormat>();
const unitLists = new Map<Language, Intl.ListFormat>();

export function formatNumber(
  value: number,
  language: Language,
  options: Intl.NumberFormatOptions = {},
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale(language), options);
  numberFormats.set(key, format);
  return format.format(value);
}

/** @param share 0 to 1 */
export function formatPercent(share: number, language: Language): string {
  return formatNumber(share, language, { style: 'percent' });
}

/** Seconds as one says them: `1 minute 23 seconds`. A part that is 0 is not said, but for `0 seconds`. */
export function formatDuration(seconds: number, language: Language): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const parts = [
    ['hour', Math.floor(whole / 3_600)],
    ['minute', Math.floor(whole / 60) % 60],
    ['second', whole % 60],
  ] as const;
  const said = parts.filter(([unit, count]) => count > 0 || (unit === 'second' && whole === 0));
  // Not by Intl.DurationFormat, which says the same and is missing in browsers that people still have.
  const units = said.map(([unit, count]) =>
    formatNumber(count, language, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  const list = unitLists.get(language) ?? new Intl.ListFormat(language, { type: 'unit', style: 'narrow' });
  unitLists.set(language, list);
  return list.format(units);
}

/** A language's name: `español de México` to a Spanish speaker. The tag itself for one without a name. */
export function formatLanguageName(tag: string, language: Language): string {
  try {
    // `of` takes language, script, region and variants only; a tag may go on (`en-x-sdh`).
    return new Intl.DisplayNames([language], { type: 'language' }).of(new Intl.Locale(tag).baseName) ?? tag;
  } catch {
    // No language tag, or none that ICU has a name for.
    return tag;
  }
}
