/**
 * @param tag a language tag, as the viewer's page sent it: '' if it is unknown
 * @returns its name with the tag, `German (de)`; only the tag if it has no name
 */
export const languageName = displayNames('language');

/** @returns the country's name with its code, `Germany (DE)`; only the code if it has no name */
export const countryName = displayNames('region');

function displayNames(type: 'language' | 'region'): (code: string) => string {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return (code) => {
    if (code === '') return 'unknown';
    try {
      const name = names.of(code);
      return name === undefined ? code : `${name} (${code})`;
    } catch {
      // Not the form of a code: senders may invent any text.
      return code;
    }
  };
}
