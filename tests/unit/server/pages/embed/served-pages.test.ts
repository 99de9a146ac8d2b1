import { expect, test, vi } from 'vitest';
import { startServedPages } from '../../../../../server/pages/embed/served-pages.ts';
import type { HostPages } from '../../../../../server/store/reports/completeness/add-pages.ts';
import { completenessLimits } from '../../../../../server/store/reports/completeness/completeness-limits.ts';
import type { Result } from '../../../../../shared/tools/result.ts';
import { err, ok } from '../../../../../shared/tools/result.ts';
import { whenDone } from '../../support/when-done.ts';

const hour = 3_600_000;
const away = err('STORE_AWAY', 'away');
const a = 'https://a.example';

/** A counter with a store that answers as wanted, and a clock. */
function startCounter(answer: (pages: readonly HostPages[]) => Promise<Result<void, never>>) {
  vi.useFakeTimers();
  whenDone(() => vi.useRealTimers());
  const written: HostPages[][] = [];
  const errors: unknown[] = [];
  const clock = { ms: 5 * hour };
  const counter = startServedPages({
    store: {
      async countServedPages(pages) {
        const result = await answer(pages);
        if (result.ok) written.push([...pages]);
        return result;
      },
    },
    now: () => clock.ms,
    reportError: (error) => errors.push(error),
  });
  whenDone(counter.stop);
  return { counter, written, errors, clock };
}

const pause = () => vi.advanceTimersByTimeAsync(completenessLimits.writePagesMs);

test('pages are written together, a few seconds later and at the stop', async () => {
  const { counter, written, clock } = startCounter(async () => ok(undefined));
  for (let n = 0; n < 3; n++) counter.add(a);
  counter.add('');
  clock.ms += hour;
  counter.add(a);
  expect(written).toEqual([]);
  await pause();
  expect(written).toEqual([
    [
      { hour_ms: 5 * hour, host: a, pages: 3 },
      { hour_ms: 5 * hour, host: '', pages: 1 },
      { hour_ms: 6 * hour, host: a, pages: 1 },
    ],
  ]);
  // Nothing new, nothing to write.
  await pause();
  expect(written).toHaveLength(1);
  counter.add(a);
  await counter.stop();
  expect(written.at(-1)).toEqual([{ hour_ms: 6 * hour, host: a, pages: 1 }]);
});

test('while the store is away pages wait, and are written once when it is back', async () => {
  let isAway = true;
  const { counter, written, errors } = startCounter(async () => {
    if (isAway) return away as never;
    return ok(undefined);
  });
  counter.add(a);
  await pause();
  counter.add(a);
  counter.add('https://b.example');
  await pause();
  expect(written).toEqual([]);
  isAway = false;
  await pause();
  expect(written).toEqual([
    [
      { hour_ms: 5 * hour, host: a, pages: 2 },
      { hour_ms: 5 * hour, host: 'https://b.example', pages: 1 },
    ],
  ]);
  expect(errors).toEqual([]);
});

test('an unexpected error is reported, and loses no page', async () => {
  let isBroken = true;
  const { counter, written, errors } = startCounter(async () => {
    if (isBroken) throw new Error('broken');
    return ok(undefined);
  });
  counter.add(a);
  await pause();
  expect(errors).toEqual([new Error('broken')]);
  isBroken = false;
  await pause();
  expect(written).toEqual([[{ hour_ms: 5 * hour, host: a, pages: 1 }]]);
});

test('a page that comes while a slow store writes is neither lost nor written twice', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { counter, written } = startCounter(() => promise.then(() => ok(undefined)));
  counter.add(a);
  await pause();
  counter.add(a);
  await pause();
  await pause();
  expect(written).toEqual([]);
  const stopped = counter.stop();
  resolve();
  await stopped;
  expect(written).toEqual([
    [{ hour_ms: 5 * hour, host: a, pages: 1 }],
    [{ hour_ms: 5 * hour, host: a, pages: 1 }],
  ]);
});

test('of a million invented hosts a few hundred are counted by name, and known ones stay known [threat-invented-hosts]', async () => {
  const { counter, written, clock } = startCounter(async () => ok(undefined));
  counter.add(a);
  for (let n = 0; n < 1_000_000; n++) counter.add(`https://${n}.example`);
  counter.add(a);
  await pause();
  const [rows = []] = written;
  expect(rows).toHaveLength(completenessLimits.servedHostsCount + 1);
  expect(rows.find(({ host }) => host === a)?.pages).toBe(2);
  expect(rows.reduce((all, { pages }) => all + pages, 0)).toBe(1_000_002);
  // Also after a write, within the hour; the next one has room for others.
  counter.add('https://later.example');
  clock.ms += hour;
  counter.add('https://later.example');
  await pause();
  expect(written.at(-1)?.map(({ host }) => host)).toEqual(['', 'https://later.example']);
});

test('what waits for a store that never returns is bounded', async () => {
  const sizes: number[] = [];
  const { counter, clock } = startCounter(async (pages) => {
    sizes.push(pages.length);
    return away as never;
  });
  for (let n = 0; n < 100; n++) {
    for (let host = 0; host < 200; host++) counter.add(`https://${host}.example`);
    clock.ms += hour;
  }
  await pause();
  await pause();
  expect(sizes).toEqual([10_000, 10_000]);
});
