import type { Catalogue, LoadedCatalogue, MessageKey } from './catalogue.ts';
import { formatMessage } from './format-message.ts';

/** A page has one viewer, and with it one language; it is there before anything is drawn. */
let loaded: LoadedCatalogue | null = null;

/** From here on `t` and the formatters speak this language. */
export function speak(catalogue: LoadedCatalogue): void {
  loaded = catalogue;
}

/** @returns the catalogue in use @throws where none has been loaded: nothing draws before */
export function spoken(): LoadedCatalogue {
  if (loaded === null)
    throw new Error('No catalogue yet: speak(await loadCatalogue(…)) comes before t().');
  return loaded;
}

/**
 * @param values what stands in the text for `{name}`; numbers are written as the language does
 * @returns the text in the viewer's language
 */
export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  const { language, messages } = spoken();
  return formatMessage(messages[key], values, language);
}

/** @returns the sentence for an error of the catalogue; `null` for errors that only the server can explain */
export function errorMessage(name: string): string | null {
  const key: keyof Catalogue | string = `error.${name}`;
  return Object.hasOwn(spoken().messages, key) ? t(key as MessageKey) : null;
}
