import { filterColumns, kindOfColumn } from '../filter-columns.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lengths of the periods with sums, longest first. Only all playbacks together have minutes. */
export const spansOf = (kind: SumKind): readonly number[] =>
  kind === 'all' ? [dayMs, hourMs, minuteMs] : [dayMs, hourMs];

type SumKind = 'all' | ReturnType<typeof kindOfColumn>;

/** The kinds of sums. */
export const sumKinds: readonly SumKind[] = ['all', ...filterColumns.map(kindOfColumn)];

/** A part of a report's time, in Unix milliseconds; `toMs` does not belong to it. */
export interface Piece {
  /** Length of the stored periods that cover it; `null` if its playbacks have to be counted. */
  spanMs: number | null;
  fromMs: number;
  toMs: number;
}

/**
 * Cuts a time into pieces that whole stored periods cover, the longest possible, and the rest at
 * its ends.
 * @param spansMs lengths of the stored periods, longest first
 */
export function cutTime(fromMs: number, toMs: number, spansMs: readonly number[]): Piece[] {
  if (fromMs >= toMs) return [];
  const [spanMs, ...shorter] = spansMs;
  if (spanMs === undefined) return [{ spanMs: null, fromMs, toMs }];
  const first = Math.ceil(fromMs / spanMs) * spanMs;
  const last = Math.floor(toMs / spanMs) * spanMs;
  if (first >= last) return cutTime(fromMs, toMs, shorter);
  return [
    ...cutTime(fromMs, first, shorter),
    { spanMs, fromMs: first, toMs: last },
    ...cutTime(last, toMs, shorter),
  ];
}

/** @returns the start of the period of this length that contains a moment */
export function startOf(timeMs: number, spanMs: number): number {
  return Math.floor(timeMs / spanMs) * spanMs;
}

/** @returns the first start of a day at or after a moment */
export function nextDay(timeMs: number): number {
  return Math.ceil(timeMs / dayMs) * dayMs;
}
