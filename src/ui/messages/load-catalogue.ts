import type { Language } from '../../../shared/player/languages.ts';
import type { Catalogue, LoadedCatalogue } from './catalogue.ts';

/** Each language is its own script, so that a viewer downloads only one. */
const loaders: Readonly<Record<Language, () => Promise<{ messages: Catalogue }>>> = {
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
};

/** The texts in a language, or in English if they cannot be loaded. Rejects if both fail. */
export function loadCatalogue(language: Language): Promise<LoadedCatalogue> {
  return load(language).catch(() => load('en'));
}

async function load(language: Language): Promise<LoadedCatalogue> {
  const { messages } = await loaders[language]();
  return { language, messages };
}
