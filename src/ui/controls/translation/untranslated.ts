/**
 * New texts that have no translations yet. Viewers of every language read them in English, until
 * a translator moves them into all catalogues of `messages/`.
 */
export const untranslated = {};
