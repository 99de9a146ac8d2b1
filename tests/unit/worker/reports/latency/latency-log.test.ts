import { expect, test } from 'vitest';
import * as z from 'zod';
import { latencyLimits } from '../../../../../shared/limits/latency-limits.ts';
import {
  type LatencyAction,
  playbackReportSchemas,
} from '../../../../../shared/telemetry/playback-report.ts';
import { quantile } from '../../../../../shared/tools/quantile.ts';
import { createLatencyLog } from '../../../../../worker/reports/latency/latency-log.ts';
import { createRepeatLimit } from '../../../../../worker/reports/latency/repeat-limit.ts';
import { measureAction } from '../../../../../worker/reports/latency/spans.ts';
import { createFakeClock } from '../../../fake-clock.ts';

const seek = (fromMs: number, toMs: number, cpn = 'cpn1'): LatencyAction => ({
  type: 'action',
  action: 'seek',
  cpn,
  videoId: 'v1',
  timeOriginMs: 1_000_000,
  ticks: [
    { name: 'asked', ms: fromMs },
    { name: 'seeked', ms: toMs },
  ],
  info: { engine: 'hls.js', isLive: false, positionSec: 3 },
});

function startLog() {
  const clock = createFakeClock(1_000_000);
  return { clock, log: createLatencyLog({ now: clock.now, readyMs: 1_000_250 }) };
}

test('§9: a key is reported with five repeats, further ones are counted, and after 60 s it is new again [spec-9.16, spec-9.17]', () => {
  const clock = createFakeClock();
  const limit = createRepeatLimit(clock.now);
  const allowed = () => limit.allow('seek');
  expect(Array.from({ length: 9 }, allowed)).toEqual([0, 0, 0, 0, 0, 0, null, null, null]);
  expect(limit.allow('rebuffer')).toBe(0);
  clock.advance(59_999);
  expect(allowed()).toBe(null);
  clock.advance(1);
  expect(Array.from({ length: 7 }, allowed)).toEqual([4, 0, 0, 0, 0, 0, null]);
  expect(latencyLimits).toMatchObject({ repeatsMax: 5, keyMs: 60_000 });
});

test('when full, the repeat limit forgets the oldest key', () => {
  const limit = createRepeatLimit(() => 0);
  for (let n = 0; n < 6; n++) limit.allow('first');
  expect(limit.allow('first')).toBe(null);
  for (let n = 0; n < latencyLimits.keysCount; n++) limit.allow(`key ${n}`);
  expect(limit.allow('first')).toBe(0);
});

test('an action has its moments in order, the spans between them, and its length [spec-1.2]', () => {
  const ticks = [
    { name: 'asked', ms: 100.4 },
    { name: 'metadata', ms: 300 },
    { name: 'source', ms: 180 },
    { name: 'first_frame', ms: 450 },
    { name: 'metadata', ms: 999 },
  ];
  expect(measureAction('first_frame', ticks)).toEqual({
    ticks: { asked: 100, source: 180, metadata: 300, first_frame: 450 },
    spans: { source: 80, metadata: 120, first_frame: 150 },
    totalMs: 350,
  });
});

test.each([
  ['its beginning', [{ name: 'seeked', ms: 1 }]],
  ['its end', [{ name: 'asked', ms: 1 }]],
  [
    'order',
    [
      { name: 'asked', ms: 2 },
      { name: 'seeked', ms: 1 },
    ],
  ],
])('an action without %s is invalid', (_, ticks) => {
  expect(measureAction('seek', ticks)).toBeNull();
});

test('the latency of a page start includes when the services were ready', () => {
  const { log } = startLog();
  const ticks = [
    { name: 'open', ms: 0 },
    { name: 'first_frame', ms: 900 },
  ];
  const { event } = log.add({ ...seek(0, 0), action: 'startup', ticks });
  expect(event).toMatchObject({
    cpn: 'cpn1',
    action: 'startup',
    ticks: { open: 0, services_ready: 250, first_frame: 900 },
    totalMs: 900,
  });
});

test('the summary counts actions that were not reported one by one, for each playback separately', () => {
  const { clock, log } = startLog();
  const answers = Array.from({ length: 8 }, (_, n) => log.add(seek(0, (n + 1) * 10)));
  expect(answers.map(({ event }) => event !== null)).toEqual([
    ...Array(6).fill(true),
    false,
    false,
  ]);
  expect(answers.at(-1)?.summary).toEqual({
    videoId: 'v1',
    cpn: 'cpn1',
    actions: { seek: { count: 8, medianMs: 40, maxMs: 80 } },
  });
  expect(log.add(seek(0, 7, 'cpn2')).summary).toMatchObject({
    actions: { seek: { count: 1, medianMs: 7 } },
  });
  clock.advance(latencyLimits.keyMs);
  expect(log.add(seek(0, 5)).event).toMatchObject({ skipped: 2 });
});

test('a quantile is one of the values, by nearest rank', () => {
  expect(quantile([], 0.5)).toBeNull();
  expect(quantile([3], 0.95)).toBe(3);
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2);
  expect(
    quantile(
      Array.from({ length: 100 }, (_, n) => n + 1),
      0.95,
    ),
  ).toBe(95);
});

test.each([
  { ticks: Array(21).fill({ name: 'asked', ms: 1 }) },
  { ticks: [{ name: 'asked', ms: -1 }] },
  { ticks: [{ name: 'x'.repeat(101), ms: 1 }] },
  { action: 'toString' },
  { cpn: 'x'.repeat(65) },
  { info: null },
])('an action with %j is refused', (change) => {
  expect(z.safeParse(playbackReportSchemas.action, { ...seek(0, 1), ...change }).success).toBe(
    false,
  );
});
