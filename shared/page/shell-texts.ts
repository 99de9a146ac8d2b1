import type { Language } from '../player/languages.ts';

/** The large play button's label before any script runs, the same as in the player's catalogues. */
export const playLabels: Readonly<Record<Language, string>> = {
  en: 'Play',
  es: 'Reproducir',
  de: 'Abspielen',
  fr: 'Lire',
  ja: '再生',
  ar: 'تشغيل',
};

/** Shown instead of a length for live streams, the same as in the catalogues. */
export const liveLabels: Readonly<Record<Language, string>> = {
  en: 'Live',
  es: 'En directo',
  de: 'Live',
  fr: 'En direct',
  ja: 'ライブ',
  ar: 'مباشر',
};
