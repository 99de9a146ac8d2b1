import { filterColumns, kindOfColumn } from '../filter-columns.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lengths of the periods with sums, longest first. Only all playbacks together have minutes. */
export const spansOf = (kind: SumKind): readonly number[] =>
  kind === 'all' ? [dayMs, hourMs, minuteMs] : [dayMs, hourMs];

/** @returns those of the periods that make up steps of this length; without one, all */
export const spansFor = (kind: SumKind, stepMs?: number): readonly number[] =>
  spansOf(kind).filter((span) => stepMs === undefined || stepMs % span === 0);

type SumKind = 'all' | ReturnType<typeof kindOfColumn>;

/** The kinds of sums. */
export const sumKinds: readonly SumKind[] = ['all', ...filterColumns.map(kindOfColumn)];

/** A time in Unix milliseconds; `toMs` does not belong to it. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/** A part of a report's time. */
export interface Piece extends TimeRange {
  /** Length of the stored periods that cover it; `null` if its playbacks have to be counted. */
  spanMs: number | null;
  /** -1 if its playbacks have to be taken away: periods of other pieces have them too much. */
  sign: 1 | -1;
}

/**
 * Covers whole periods with the longest stored periods possible.
 * @param spansMs lengths of the stored periods, longest first; the time begins and ends with one of
 *   the shortest
 */
export function cutTime({ fromMs, toMs }: TimeRange, spansMs: readonly number[]): Piece[] {
  const [spanMs, ...shorter] = spansMs;
  if (fromMs >= toMs || spanMs === undefined) return [];
  const whole = { fromMs: endOf(fromMs, spanMs), toMs: startOf(toMs, spanMs) };
  if (whole.fromMs >= whole.toMs) return cutTime({ fromMs, toMs }, shorter);
  return [
    ...cutTime({ fromMs, toMs: whole.fromMs }, shorter),
    { spanMs, sign: 1, ...whole },
    ...cutTime({ fromMs: whole.toMs, toMs }, shorter),
  ];
}

/** @returns what has to be counted to come from one moment to another; nothing if they are equal */
export function restBetween(fromMs: number, toMs: number): Piece[] {
  if (fromMs === toMs) return [];
  return fromMs < toMs
    ? [{ spanMs: null, sign: 1, fromMs, toMs }]
    : [{ spanMs: null, sign: -1, fromMs: toMs, toMs: fromMs }];
}

/** @returns the start of the period of this length that contains a moment */
export function startOf(timeMs: number, spanMs: number): number {
  return Math.floor(timeMs / spanMs) * spanMs;
}

/** @returns the first start of a period of this length at or after a moment */
export function endOf(timeMs: number, spanMs: number): number {
  return Math.ceil(timeMs / spanMs) * spanMs;
}

/** @returns the first start of a day at or after a moment */
export function nextDay(timeMs: number): number {
  return endOf(timeMs, dayMs);
}
