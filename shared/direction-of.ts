import type { Language } from './languages.ts';

/** @returns which way a language is written, as the `dir` attribute says it */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
