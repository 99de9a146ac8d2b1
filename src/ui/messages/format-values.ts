import type { Language } from '../../../shared/player/languages.ts';
import { digitsOf } from '../controls/translation/format-number.ts';
import { spoken } from '../controls/translation/translate.ts';

// Creating a format costs a hundred times more than using it.
const numberFormats = new Map<string, Intl.NumberFormat>();

/** Formats a number for the viewer's language. */
export function tNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const { language } = spoken();
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(digitsOf(language), options);
  numberFormats.set(key, format);
  return format.format(value);
}

/** The name of a language (BCP 47 tag), in the viewer's language. */
export function tLanguage(tag: string): string {
  return formatLanguageName(tag, spoken().language);
}

/**
 * A language's name, such as `español de México` in Spanish. The tag itself if there is no name.
 */
export function formatLanguageName(tag: string, language: Language): string {
  try {
    // `of` accepts language, script, region and variants only; a tag may have more (`en-x-sdh`).
    return (
      new Intl.DisplayNames([language], { type: 'language' }).of(new Intl.Locale(tag).baseName) ??
      tag
    );
  } catch {
    // Not a language tag, or ICU has no name for it.
    return tag;
  }
}
