import type { Language } from '../../../shared/languages.ts';
import { digitsOf } from './format-number.ts';
import { spoken } from './translate.ts';

// Making a format costs a hundred times what using it does.
const numberFormats = new Map<string, Intl.NumberFormat>();

/** A number as the viewer's language writes it. */
export function tNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const { language } = spoken();
  const key = `${language} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(digitsOf(language), options);
  numberFormats.set(key, format);
  return format.format(value);
}

/** The name, in the viewer's language, of a language (BCP 47). */
export function tLanguage(tag: string): string {
  return formatLanguageName(tag, spoken().language);
}

/** A language's name: `español de México` to a Spanish speaker. The tag itself for one without a name. */
export function formatLanguageName(tag: string, language: Language): string {
  try {
    // `of` takes language, script, region and variants only; a tag may go on (`en-x-sdh`).
    return (
      new Intl.DisplayNames([language], { type: 'language' }).of(new Intl.Locale(tag).baseName) ??
      tag
    );
  } catch {
    // No language tag, or none that ICU has a name for.
    return tag;
  }
}
