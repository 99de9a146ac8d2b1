import type { Language } from '../../../shared/player/languages.ts';
import type { untranslated } from '../controls/translation/untranslated.ts';
import type { messages as english } from './en.ts';

/** All translated texts of the player in one language; every language has the same keys. */
export type Catalogue = Readonly<Record<keyof typeof english, string>>;

export type MessageKey = keyof Catalogue | keyof typeof untranslated;

/** A language with its loaded texts. */
export interface LoadedCatalogue {
  language: Language;
  messages: Catalogue;
}
