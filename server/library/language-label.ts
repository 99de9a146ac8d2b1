/**
 * @param languageCode BCP 47
 * @returns the language's name in that language; "Captions" for `und`; the code if there is no name
 */
export function languageLabel(languageCode: string): string {
  if (languageCode === 'und') return 'Captions';
  try {
    // `of` accepts only language, script, region and variants; a code may have more (`en-x-sdh`).
    const { baseName } = new Intl.Locale(languageCode);
    return new Intl.DisplayNames([languageCode], { type: 'language' }).of(baseName) ?? languageCode;
  } catch {
    // Not a language tag, or ICU has no name for it.
    return languageCode;
  }
}
