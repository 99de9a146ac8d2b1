import type { Language } from './languages.ts';

/** @returns the writing direction of a language, for the `dir` attribute */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
