import type { Language } from './languages.ts';

/** The large play button's name before any script, as the player's catalogues have it. */
export const playLabels: Readonly<Record<Language, string>> = {
  en: 'Play',
  es: 'Reproducir',
  de: 'Abspielen',
  fr: 'Lire',
  ja: '再生',
  ar: 'تشغيل',
};

/** What live streams have in place of a length, as the catalogues have it too. */
export const liveLabels: Readonly<Record<Language, string>> = {
  en: 'Live',
  es: 'En directo',
  de: 'Live',
  fr: 'En direct',
  ja: 'ライブ',
  ar: 'مباشر',
};
