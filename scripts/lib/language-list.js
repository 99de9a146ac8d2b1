import { languages } from '../../shared/player/languages.ts';

/** @returns {string} the English names of the player's languages, in order, as one sentence */
export function languageList() {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const sorted = languages.map((language) => names.of(language) ?? language).sort();
  return `The player speaks ${new Intl.ListFormat('en').format(sorted)}.`;
}
