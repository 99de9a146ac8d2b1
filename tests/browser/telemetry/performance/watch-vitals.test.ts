import { expect, test, vi } from 'vitest';
import { type Vitals, watchVitals } from '../../../../src/telemetry/performance/watch-vitals.ts';

/** Chromium rounds paints to 4 ms. Real paints of the same moment are rare, so these are given. */
test('of two paints of the same moment, the larger one is the largest paint', async () => {
  const observers: ((list: { getEntries(): object[] }) => void)[] = [];
  const { supportedEntryTypes } = PerformanceObserver;
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = supportedEntryTypes;
      readonly receive: (typeof observers)[number];
      constructor(receive: (typeof observers)[number]) {
        this.receive = receive;
      }
      observe({ type }: { type: string }) {
        if (type === 'largest-contentful-paint') observers.push(this.receive);
      }
      takeRecords = () => [];
      disconnect() {}
    },
  );
  const vitals: Partial<Vitals> = {};
  watchVitals('', (change) => Object.assign(vitals, change));
  const paint = (size: number) => ({
    entryType: 'largest-contentful-paint',
    startTime: 480,
    size,
    url: '',
    element: null,
  });
  for (const size of [1_520, 72_720])
    for (const observer of observers) observer({ getEntries: () => [paint(size)] });
  // It is also copied as it is, to the worker and to hosts.
  await expect
    .poll(() => structuredClone(vitals.largestPaint))
    .toEqual({ atMs: 480, areaPx: 72_720 });
});
