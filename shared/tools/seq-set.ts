import type { SeqRange } from '../rpc/news.ts';

/**
 * A set of `seq`s, stored as ranges because events mostly come and go in order: a page with a
 * million delivered events holds one pair of numbers.
 */
export interface SeqSet {
  /** @returns how many numbers of the range were new */
  add(range: SeqRange): number;
  has(seq: number): boolean;
  /** Sorted. */
  seqs(): number[];
  readonly count: number;
}

export function createSeqSet(): SeqSet {
  // Sorted; neither overlapping nor touching.
  const ranges: SeqRange[] = [];
  let count = 0;

  return {
    add([from, to]) {
      let start = ranges.length;
      // New numbers are mostly the highest, so search from the end.
      while (start > 0 && (ranges[start - 1]?.[1] ?? 0) >= from - 1) start--;
      const merged: SeqRange = [from, to];
      let known = 0;
      let end = start;
      for (let next = ranges[end]; next !== undefined && next[0] <= to + 1; next = ranges[end]) {
        known += next[1] - next[0] + 1;
        merged[0] = Math.min(merged[0], next[0]);
        merged[1] = Math.max(merged[1], next[1]);
        end++;
      }
      ranges.splice(start, end - start, merged);
      const added = merged[1] - merged[0] + 1 - known;
      count += added;
      return added;
    },
    has(seq) {
      for (let i = ranges.length - 1; i >= 0; i--) {
        const range = ranges[i];
        if (range !== undefined && range[0] <= seq) return seq <= range[1];
      }
      return false;
    },
    seqs: () =>
      ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
    get count() {
      return count;
    },
  };
}

/**
 * @returns the numbers as sorted ranges, neighbours joined: `[3, 1, 2, 7]` becomes `[[1, 3], [7,
 * 7]]`
 */
export function rangesOf(seqs: Iterable<number>): SeqRange[] {
  const ranges: SeqRange[] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && seq <= last[1] + 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}
