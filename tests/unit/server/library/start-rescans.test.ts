import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRescans } from '../../../../server/library/start-rescans.ts';

const everyMs = 2_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** @returns the number of checks within a minute, if each works for so long */
async function checksInMinute(workMs: number): Promise<number> {
  let count = 0;
  const stop = startRescans(everyMs, async () => {
    count += 1;
    return workMs;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  stop();
  return count;
}

test('quick checks come at the interval', async () => {
  expect(await checksInMinute(50)).toBe(30);
});

test('a check that worked for a second is followed by a rest of twenty', async () => {
  expect(await checksInMinute(1_000)).toBe(3);
});

test('no check comes after the end', async () => {
  const rescan = vi.fn(async () => 0);
  startRescans(everyMs, rescan)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rescan).not.toHaveBeenCalled();
});
