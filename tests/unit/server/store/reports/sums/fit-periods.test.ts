import { expect, test } from 'vitest';
import { fitPeriods } from '../../../../../../server/store/reports/sums/fit-periods.ts';
import type { TimeRange } from '../../../../../../server/store/reports/sums/sum-periods.ts';

const hour = 3_600_000;
const minute = 60_000;

/**
 * Fits hours to a time.
 * @param playbacks their moments
 */
async function fitHours(
  time: TimeRange,
  playbacks: readonly number[],
  {
    sumsFromMs = 0,
    countedCount = 100,
  }: { sumsFromMs?: number; countedCount?: number | null } = {},
) {
  const limits: number[] = [];
  const fitted = await fitPeriods(time, {
    spanMs: hour,
    sumsFromMs,
    countedCount,
    count: async ({ fromMs, toMs }, limit) => {
      limits.push(limit);
      const found = playbacks.filter((moment) => moment >= fromMs && moment < toMs);
      return Math.min(found.length, limit);
    },
  });
  return { ...fitted, limits };
}

const eachMinute = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / minute }, (_, index) => fromMs + index * minute);

test('a time of whole hours is counted nowhere', async () => {
  const found = await fitHours({ fromMs: hour, toMs: 3 * hour }, eachMinute(0, 5 * hour));
  expect(found).toEqual({ fromMs: hour, toMs: 3 * hour, isCut: false, limits: [] });
});

test('until now, the running hour is whole, and only what came since is taken away', async () => {
  const now = 3 * hour + 50 * minute;
  const playbacks = [...eachMinute(0, now), now, now + 1];
  const found = await fitHours({ fromMs: hour, toMs: now }, playbacks);
  expect(found).toMatchObject({ fromMs: hour, toMs: 4 * hour });
  // Counting what came before ends once that is more.
  expect(found.limits).toEqual([101, 3]);
});

test('each end has the hour whose rest has fewer playbacks', async () => {
  const playbacks = eachMinute(0, 9 * hour);
  const at = (fromMin: number, toMin: number) =>
    fitHours({ fromMs: hour + fromMin * minute, toMs: 5 * hour + toMin * minute }, playbacks);
  expect(await at(10, 10)).toMatchObject({ fromMs: hour, toMs: 5 * hour });
  expect(await at(50, 50)).toMatchObject({ fromMs: 2 * hour, toMs: 6 * hour });
});

test('an hour before the first sums is not used', async () => {
  const time = { fromMs: hour + minute, toMs: 3 * hour };
  expect(await fitHours(time, eachMinute(0, 5 * hour), { sumsFromMs: time.fromMs })).toMatchObject({
    fromMs: 2 * hour,
    toMs: 3 * hour,
  });
});

test('a time within an hour is that hour if its rests have fewer playbacks, else it is counted', async () => {
  const playbacks = eachMinute(0, 2 * hour);
  const most = { fromMs: hour + 5 * minute, toMs: hour + 55 * minute };
  expect(await fitHours(most, playbacks)).toMatchObject({ fromMs: hour, toMs: 2 * hour });
  const few = { fromMs: hour + 20 * minute, toMs: hour + 30 * minute };
  const { fromMs, toMs } = await fitHours(few, playbacks);
  expect(toMs).toBe(fromMs);
  expect(await fitHours(most, playbacks, { sumsFromMs: hour + 1 })).toMatchObject({
    fromMs: most.fromMs,
    toMs: most.fromMs,
  });
});

test('a time is cut if both rests of its beginning have more playbacks than may be counted', async () => {
  const playbacks = eachMinute(0, 5 * hour);
  const time = { fromMs: hour + 20 * minute, toMs: 4 * hour };
  const cut = { fromMs: 2 * hour, isCut: true };
  expect(await fitHours(time, playbacks, { countedCount: 19 })).toMatchObject(cut);
  const whole = { fromMs: hour, isCut: false };
  expect(await fitHours(time, playbacks, { countedCount: 20 })).toMatchObject(whole);
  expect(await fitHours(time, playbacks, { countedCount: null })).toMatchObject(whole);
  const nearHour = { fromMs: hour + 50 * minute, toMs: 4 * hour };
  expect(await fitHours(nearHour, playbacks, { countedCount: 10 })).toMatchObject({
    fromMs: 2 * hour,
    isCut: false,
  });
});
