import { expect, test } from 'vitest';
import { drawCost } from '../../../../../server/operator/trace/draw-cost.ts';
import type { DocumentEvent } from '../../../../../server/store/stored-document.ts';
import { eventAt, startMs } from './session-document.ts';

const script = {
  script: 'page.js',
  function: 'f',
  invoker: 'event-listener',
  ms: 60,
  forcedLayoutMs: 0,
};
const cost = {
  atMs: 5_000,
  longFrames: {
    count: 9,
    worst: [
      { startMs: 100, ms: 80, blockingMs: 30, scripts: [script] },
      { startMs: 400, ms: 60, blockingMs: 10, scripts: [] },
    ],
  },
  interaction: { inpMs: 48, type: 'click', startMs: 2_000, inputDelayMs: 8, script: null },
  largestPaint: { atMs: 80, areaPx: 9_999 },
};

const reportAt = (ms: number, payload: object): DocumentEvent =>
  eventAt(1, ms, 'field_performance', payload as Record<string, unknown>);

/** Name, beginning and end after the session's start. */
const drawn = (...events: DocumentEvent[]) =>
  drawCost(events).map(({ name, startMs: from, endMs }) => [
    name,
    from - startMs,
    endMs === null ? null : endMs - startMs,
  ]);

test('long frames and the slowest interaction are slices with their parts, the largest paint a moment', () => {
  const report = reportAt(5_000, cost);
  expect(drawn(report)).toEqual([
    ['long frame: page.js', 100, 180],
    ['long frame', 400, 460],
    ['slowest interaction: click', 2_000, 2_048],
    ['largest paint', 80, null],
  ]);
  const [frame, , interaction] = drawCost([report]);
  expect(frame?.facts).toEqual({ blockingMs: 30, scripts: [script] });
  expect(interaction?.facts).toEqual({ inputDelayMs: 8, script: null });
});

test('the latest of several reports is drawn, because it has all before', () => {
  const later = { ...cost, atMs: 9_000, longFrames: null, largestPaint: null };
  expect(drawn(reportAt(9_000, later), reportAt(5_000, cost))).toEqual([
    ['slowest interaction: click', 2_000, 2_048],
  ]);
});

test('a page that was not measured has none of them', () => {
  expect(drawn(eventAt(1, 0, 'embed_loaded', cost))).toEqual([]);
});

test('invented parts are left out, and nothing else', () => {
  const { worst } = cost.longFrames;
  for (const longFrames of [
    'many',
    { worst: Array.from({ length: 6 }, () => worst[0]) },
    { worst: [{ ...worst[0], startMs: -1 }] },
    { worst: [{ ...worst[0], scripts: ['page.js'] }] },
    { worst: [{ ...worst[0], ms: 1e300 }] },
  ])
    expect(drawn(reportAt(5_000, { ...cost, longFrames }))).toEqual([
      ['slowest interaction: click', 2_000, 2_048],
      ['largest paint', 80, null],
    ]);
  expect(
    drawn(reportAt(5_000, { ...cost, longFrames: null, interaction: 7, largestPaint: [] })),
  ).toEqual([]);
});

for (const atMs of [undefined, null, -1, '5000', 1e300])
  test(`a report at ${atMs} is not drawn`, () => {
    expect(drawn(reportAt(5_000, { ...cost, atMs }))).toEqual([]);
  });
