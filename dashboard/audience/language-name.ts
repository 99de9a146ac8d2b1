const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * @param tag a language tag, as the viewer's page sent it: '' if it is unknown
 * @returns its name with the tag, `German (de)`; only the tag if it has no name
 */
export function languageName(tag: string): string {
  if (tag === '') return 'unknown';
  const name = nameOf(tag);
  return name === undefined ? tag : `${name} (${tag})`;
}

function nameOf(tag: string): string | undefined {
  try {
    return names.of(tag);
  } catch {
    // Not the form of a language tag: senders may invent any text.
    return undefined;
  }
}
