import type { Language } from '../../../shared/languages.ts';
import type { messages as english } from './en.ts';

export type MessageKey = keyof typeof english;

/** Every text of the player in one language, by the same keys in all of them. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

/** A language and its texts, as a page has loaded them. */
export interface LoadedCatalogue {
  language: Language;
  messages: Catalogue;
}
