import { sidecarLimits } from './sidecar-limits.ts';

/**
 * Finds the known word that a misspelt word means: another case, an added `_` or `is`, or one or
 * two wrong letters.
 * @param written a word that is not in `known`
 * @returns `null` if no known word is near
 */
export function nearMiss(written: string, known: readonly string[]): string | null {
  const plain = plainOf(written);
  return known.find((word) => isNear(plain, plainOf(word))) ?? null;
}

/** @returns whether both words are equal except for case, `_`, `-` and a leading `is` */
export function isSameWord(a: string, b: string): boolean {
  return plainOf(a) === plainOf(b);
}

function plainOf(word: string): string {
  return word
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^is/, '');
}

function isNear(written: string, meant: string): boolean {
  if (written === meant) return true;
  if (meant.length < sidecarLimits.misspeltMinChars) return false;
  const editCount = meant.length < sidecarLimits.longMinChars ? 1 : 2;
  // Compare lengths first: files may have keys of any length, and the table in `distance` grows
  // with both words.
  if (Math.abs(written.length - meant.length) > editCount) return false;
  return distance(written, meant) <= editCount;
}

/** @returns the Levenshtein distance: the letters to add, remove or change */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
