import { expect, test } from 'vitest';
import { calculateScale, figuresOf, shortNumber } from '../../scripts/lib/scale/calculate-scale.js';
import { readReports, scaleFigures } from '../../scripts/lib/scale/scale-figures.js';

const measured = {
  openEvents: 12,
  openRequests: 3,
  playEvents: 2,
  playRequests: 2,
  requestBytes: 400,
  pageBytes: 300_000,
  pageUs: 600,
  serverRequestUs: 250,
  serverEventUs: 10,
  storeRequestUs: 80,
  storeEventUs: 16,
  eventBytes: 700,
};

function resultsFor(changes: Record<string, number> = {}) {
  const values = Object.fromEntries(figuresOf(measured).map(({ id, value }) => [id, value]));
  const results = calculateScale((id) => changes[id] ?? values[id] ?? Number.NaN);
  return Object.fromEntries(results.map(({ id, value }) => [id, value]));
}

test('a million viewers: what each visit brings, added up', () => {
  const results = resultsFor();
  // 1,000,000 visits of 600 s; 15 events of each at its beginning and end; actions each 240 s.
  expect(results.opened).toBeCloseTo(1_666.7, 1);
  expect(results.events).toBeCloseTo(1_666.67 * 15 + 33_333.33 + 16_666.67, 0);
  expect(results.requests).toBeCloseTo(1_666.67 * 4 + 33_333.33 + 4_166.67, 0);
  expect(results.intakeCores).toBeCloseTo((44_166.7 * 250 + 75_000 * 10) / 1e6 / 0.5, 1);
  expect(results.keptTb).toBeCloseTo((75_000 * 700 * 86_400 * 31) / 3 / 1e12, 1);
  expect(results.stores).toBe(5);
  expect(results.videoGbps).toBe(3_000);
});

test('what follows grows with the viewers, but there is at least one store', () => {
  const [few, many] = [resultsFor({ viewers: 1_000 }), resultsFor({ viewers: 2_000_000 })];
  expect(few.stores).toBe(1);
  expect(many.stores).toBe(10);
  expect(many.events).toBeCloseTo((few.events ?? 0) * 2_000, 0);
});

test('a store may also end at its cores', () => {
  expect(resultsFor({ storeCores: 1 }).stores).toBe(Math.ceil(resultsFor().storeCores ?? 0));
});

test('an empty field gives no number, and no error', () => {
  expect(shortNumber(resultsFor({ visitMin: Number.NaN }).events ?? 0)).toBe('–');
  expect(shortNumber(resultsFor({ visitMin: 0 }).events ?? 0)).toBe('–');
});

test('a request costs a fixed part and a part for each event, from batches of 2 and of 100', () => {
  const row = (id: string, median: number) => ({
    measure: { id, title: '', unit: '', explanation: '' },
    values: { quorum: { median, min: median, max: median, samples: 1 } },
    ratios: {},
    judged: null,
  });
  const group = (id: string, server: number, store: number) => ({
    ...{ id, title: '', ours: 'quorum', lanes: [] },
    rows: [row('serverUs', server), row('storeUs', store)],
  });
  const report = {
    ...{ part: 'intake', title: '', about: '', measuredAt: '', browser: '', rounds: 1 },
    ...{ isQuick: false, failures: [] },
    groups: [group('small', 135, 55), group('full', 12.5, 16.5)],
  };
  const figures = scaleFigures([report]);
  expect(figures.serverRequestUs + 2 * figures.serverEventUs).toBeCloseTo(270);
  expect(figures.serverRequestUs + 100 * figures.serverEventUs).toBeCloseTo(1_250);
  expect(figures.storeRequestUs + 100 * figures.storeEventUs).toBeCloseTo(1_650);
  expect(figures.pageUs).toBeNaN();
});

test('docs/scale.md quotes a run in which everything was measured', () => {
  const missing = figuresOf(scaleFigures(readReports())).filter(({ value }) => Number.isNaN(value));
  expect(missing).toEqual([]);
});
