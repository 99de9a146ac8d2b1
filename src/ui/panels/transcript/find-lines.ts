import type { Line } from './load-cues.ts';

/** @returns index of the line at a time, or of the last one before it; -1 before the first */
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

/** @returns indexes of the lines that contain a text, ignoring case; all lines for an empty text */
export function linesWith(lines: readonly Line[], query: string): number[] {
  const wanted = fold(query.trim());
  const indexes: number[] = [];
  lines.forEach(({ text }, index) => {
    if (fold(text).includes(wanted)) indexes.push(index);
  });
  return indexes;
}

/** Splits a text at the matches of a search: every second part is a match. */
export function markParts(text: string, query: string): string[] {
  const wanted = fold(query.trim());
  const folded = fold(text);
  // If folding changes the length, positions in the two texts differ.
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
