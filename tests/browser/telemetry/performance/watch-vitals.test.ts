import { expect, test } from 'vitest';
import { type Vitals, watchVitals } from '../../../../src/telemetry/performance/watch-vitals.ts';
import { fakeEntries } from './fake-entries.ts';

/** Chromium rounds paints to 4 ms. Real paints of the same moment are rare, so these are given. */
test('of two paints of the same moment, the larger one is the largest paint', async () => {
  const deliver = fakeEntries();
  const vitals: Partial<Vitals> = {};
  watchVitals('', (change) => Object.assign(vitals, change));
  const entryType = 'largest-contentful-paint';
  for (const size of [1_520, 72_720])
    deliver(entryType, [{ entryType, startTime: 480, size, url: '', element: null }]);
  // It is also copied as it is, to the worker and to hosts.
  await expect
    .poll(() => structuredClone(vitals.largestPaint))
    .toEqual({ atMs: 480, areaPx: 72_720 });
});
