/**
 * @param languageCode BCP 47
 * @returns the language's name in the language itself; "Captions" when the language is not known, the code when it has no name
 */
export function languageLabel(languageCode: string): string {
  if (languageCode === 'und') return 'Captions';
  try {
    // `of` takes language, script, region and variants only; a code may go on (`en-x-sdh`).
    const { baseName } = new Intl.Locale(languageCode);
    return new Intl.DisplayNames([languageCode], { type: 'language' }).of(baseName) ?? languageCode;
  } catch {
    // No language tag, or none that ICU has a name for: the code is what there is to show.
    return languageCode;
  }
}
