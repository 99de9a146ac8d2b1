/**
 * @param languageCode BCP 47
 * @returns the language's name in the language itself; "Captions" when the language is not known
 */
export function languageLabel(languageCode: string): string {
  if (languageCode === 'und') return 'Captions';
  return new Intl.DisplayNames([languageCode], { type: 'language' }).of(languageCode) ?? languageCode;
}
