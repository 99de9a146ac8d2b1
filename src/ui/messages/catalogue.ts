import type { Language } from '../../../shared/player/languages.ts';
import type { messages as english } from './en.ts';

export type MessageKey = keyof typeof english;

/** All texts of the player in one language; every language has the same keys. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** A language with its loaded texts. */
export interface LoadedCatalogue {
  language: Language;
  messages: Catalogue;
}
