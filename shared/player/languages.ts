/** Languages of the player's texts (BCP 47). */
export const languages = ['en', 'es', 'de', 'fr', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];

/**
 * Chooses the texts that suit a viewer best.
 * @param wanted languages (BCP 47), best first; invalid ones are skipped
 * @returns the first language with texts, ignoring the region (`es` for `es-419`); English if there
 * is none
 */
export function matchLanguage(wanted: readonly string[]): Language {
  const families = wanted.map((tag) => tag.toLowerCase().split('-', 1)[0]);
  const family = families.find((name) => languages.includes(name as Language));
  return (family as Language | undefined) ?? 'en';
}
