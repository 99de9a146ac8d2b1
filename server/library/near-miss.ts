/** Shorter words have too many neighbours: they must be equal. */
const misspeltMinChars = 5;

/** From this length on, two letters may be wrong. */
const longMinChars = 6;

/**
 * Finds the word that somebody meant: in another case, with `_` or `is` in it, or with a letter or two wrong.
 * @param written a word that is none of `known`
 * @returns `null` for a word of its own
 */
export function nearMiss(written: string, known: readonly string[]): string | null {
  const plain = plainOf(written);
  return known.find((word) => isNear(plain, plainOf(word))) ?? null;
}

/** @returns whether both words are the same but for case, `_`, `-` and a leading `is` */
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
  if (meant.length < misspeltMinChars) return false;
  const editCount = meant.length < longMinChars ? 1 : 2;
  // The table below is as large as both words together, and files may have keys of any length.
  if (Math.abs(written.length - meant.length) > editCount) return false;
  return distance(written, meant) <= editCount;
}

/** @returns how many letters must be added, removed or changed (Levenshtein) */
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
