import type { Line } from './load-cues.ts';

/** @returns index of the line that is said at a time, or was last; -1 before the first */
export function lineAt(lines: readonly Line[], seconds: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @returns indexes of the lines in which a text stands, whatever its case; all of them for an empty one */
export function linesWith(lines: readonly Line[], query: string): number[] {
  const wanted = fold(query.trim());
  const indexes: number[] = [];
  lines.forEach(({ text }, index) => {
    if (fold(text).includes(wanted)) indexes.push(index);
  });
  return indexes;
}

/** A text in parts: every second one is what was searched for. */
export function markParts(text: string, query: string): string[] {
  const wanted = fold(query.trim());
  const folded = fold(text);
  // Where folding changes the length, places in the one are not those in the other.
  if (wanted === '' || folded.length !== text.length) return [text];
  const parts: string[] = [];
  let from = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}

function fold(text: string): string {
  return text.toLowerCase();
}
