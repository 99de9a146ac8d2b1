import type { Language } from '../../../../shared/player/languages.ts';

/**
 * Below this, the rules here are complete. Above, some languages have more (`un millón de videos`).
 */
const smallBelow = 1_000;

/**
 * The plural category by CLDR's cardinal rules (Unicode TR 35, part 3). Small whole numbers avoid
 * `Intl`: its first object on a page reads the language's data. That costs the main thread as much
 * as drawing all controls (Chromium 156, 20 ms on a fast machine).
 */
export function pluralCategory(number: number, language: Language): Intl.LDMLPluralRule {
  if (!Number.isInteger(number) || number < 0 || number >= smallBelow)
    return new Intl.PluralRules(language).select(number);
  switch (language) {
    case 'ja':
      return 'other';
    case 'fr':
      return number < 2 ? 'one' : 'other';
    case 'ar':
      return arabicCategory(number);
    default:
      return number === 1 ? 'one' : 'other';
  }
}

function arabicCategory(number: number): Intl.LDMLPluralRule {
  const ofHundred = number % 100;
  if (number < 3) return (['zero', 'one', 'two'] as const)[number] ?? 'other';
  if (ofHundred >= 3 && ofHundred <= 10) return 'few';
  return ofHundred >= 11 ? 'many' : 'other';
}
