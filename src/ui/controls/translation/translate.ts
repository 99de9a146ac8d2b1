import type { LoadedCatalogue, MessageKey } from '../../messages/catalogue.ts';
import { formatMessage } from './format-message.ts';
import { untranslated } from './untranslated.ts';

/** A page has one viewer, so one language. It is set before anything is drawn. */
let loaded: LoadedCatalogue | null = null;
/** Texts that no catalogue has yet. */
let fallback: Readonly<Record<string, string>> = untranslated;

/**
 * Sets the language of `t` and of the formatters.
 * @param english texts that no catalogue has yet
 */
export function speak(
  catalogue: LoadedCatalogue,
  english: Readonly<Record<string, string>> = untranslated,
): void {
  // The object itself: with `npm run dev` its texts change while the page is open.
  loaded = catalogue;
  fallback = english;
}

/**
 * @returns the catalogue in use
 * @throws if none is loaded yet; nothing is drawn before
 */
export function spoken(): LoadedCatalogue {
  if (loaded === null)
    throw new Error('No catalogue yet: speak(await loadCatalogue(…)) comes before t().');
  return loaded;
}

/**
 * @param values replacements for `{name}`; numbers are formatted for the language
 * @returns the text in the viewer's language
 */
export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  const { language, messages } = spoken();
  const texts: Readonly<Record<string, string>> = messages;
  return formatMessage(texts[key] ?? fallback[key] ?? key, values, language);
}

/** @returns the message for an error of the catalogue; `null` if only the server can explain it */
export function errorMessage(name: string): string | null {
  const key: MessageKey | string = `error.${name}`;
  return Object.hasOwn(spoken().messages, key) ? t(key as MessageKey) : null;
}
