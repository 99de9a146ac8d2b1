import { reportLimits } from '../report-limits.ts';
import { endOf, startOf, type TimeRange } from './sum-periods.ts';

export interface FitOptions {
  /** Length of the shortest stored periods. */
  spanMs: number;
  /** Before this moment there are none. */
  sumsFromMs: number;
  /** @returns the playbacks of a time, or `limit` if there are more */
  count(time: TimeRange, limit: number): Promise<number>;
  /**
   * Playbacks that may be counted one by one at the beginning, else the time is cut; `null`: it
   * must not be cut.
   */
  countedCount: number | null;
}

/**
 * Finds whole periods for a time that need not begin and end with one. The periods may be longer
 * than the time; what they have too much is taken away. At each end the smaller rest is counted: of
 * a report until now, that is what came since the report was asked for.
 * @returns the time of the periods, empty if the playbacks are better counted one by one; and
 *   whether the time is cut where they begin
 */
export async function fitPeriods(
  { fromMs, toMs }: TimeRange,
  { spanMs, sumsFromMs, count, countedCount }: FitOptions,
): Promise<TimeRange & { isCut: boolean }> {
  const outer = { fromMs: startOf(fromMs, spanMs), toMs: endOf(toMs, spanMs) };
  const inner = { fromMs: endOf(fromMs, spanMs), toMs: startOf(toMs, spanMs) };
  const before = { fromMs: outer.fromMs, toMs: fromMs };
  const after = { fromMs: toMs, toMs: outer.toMs };
  const most = (countedCount ?? reportLimits.countedCount) + 1;
  const sizeOf = (time: TimeRange, limit: number) =>
    time.fromMs < time.toMs ? count(time, limit) : 0;
  const canBeginBefore = outer.fromMs >= sumsFromMs;

  if (inner.fromMs > inner.toMs) {
    const tooMuch = (await sizeOf(before, most)) + (await sizeOf(after, most));
    const isFewer = canBeginBefore && (await sizeOf({ fromMs, toMs }, tooMuch + 1)) > tooMuch;
    return { ...(isFewer ? outer : { fromMs, toMs: fromMs }), isCut: false };
  }
  const tooEarly = canBeginBefore ? await sizeOf(before, most) : most;
  const first = await sizeOf({ fromMs, toMs: inner.fromMs }, tooEarly + 1);
  const tooLate = await sizeOf(after, most);
  const last = await sizeOf({ fromMs: inner.toMs, toMs }, tooLate + 1);
  const isCut = countedCount !== null && Math.min(tooEarly, first) > countedCount;
  return {
    fromMs: canBeginBefore && tooEarly < first && !isCut ? outer.fromMs : inner.fromMs,
    toMs: tooLate < last ? outer.toMs : inner.toMs,
    isCut,
  };
}
