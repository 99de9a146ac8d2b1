import { expect, test } from 'vitest';
import { type ComparedReport, costRows } from '../../../demo/compare/cost-rows.ts';

const report: ComparedReport = {
  longTasks: { count: 1, longestMs: 60, blockingMs: 10 },
  longFrames: null,
  interaction: null,
  layoutShift: 0,
  pageScripts: { bytes: 100_000 },
  servicesScripts: { bytes: 29_040 },
  services: { startMs: 40, busyMs: 12, messageCount: 3 },
  start: { playToFirstFrameMs: null },
};
const heavy = { ...report, longTasks: { count: 2, longestMs: 50, blockingMs: 35.04 } };

test('the costs of both stand side by side with the difference, and unknown ones are a dash', () => {
  const rows = costRows(report, heavy);
  expect(rows[0]).toEqual(['Blocking time', '10 ms', '35 ms', '+25 ms']);
  expect(rows[1]).toEqual(['Longest task', '60 ms', '50 ms', '−10 ms']);
  expect(rows).toContainEqual(['Services scripts', '29 kB', '29 kB', '0 kB']);
  expect(rows).toContainEqual(['Own script time in long frames', '–', '–', '–']);
});

test('until both have reported there is no difference', () => {
  for (const [, , main, difference] of costRows(report, null))
    expect([main, difference]).toEqual(['–', '–']);
});
