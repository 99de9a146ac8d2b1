import type { Language } from './languages.ts';

/** What the page says before its scripts are there: the name of the large play button, as the player's catalogues have it. */
export const playLabels: Readonly<Record<Language, string>> = {
  en: 'Play',
  es: 'Reproducir',
  de: 'Abspielen',
  fr: 'Lire',
  ja: '再生',
  ar: 'تشغيل',
};
