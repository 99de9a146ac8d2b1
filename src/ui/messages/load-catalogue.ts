import type { Language } from '../../../shared/languages.ts';
import type { Catalogue, LoadedCatalogue } from './catalogue.ts';

/** A script each, so that a viewer downloads one language. */
const loaders: Readonly<Record<Language, () => Promise<{ messages: Catalogue }>>> = {
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  ja: () => import('./ja.ts'),
  ar: () => import('./ar.ts'),
};

/** The texts in a language, or in English where they do not arrive. Rejects where these do not either. */
export function loadCatalogue(language: Language): Promise<LoadedCatalogue> {
  return load(language).catch(() => load('en'));
}

async function load(language: Language): Promise<LoadedCatalogue> {
  const { messages } = await loaders[language]();
  return { language, messages };
}
