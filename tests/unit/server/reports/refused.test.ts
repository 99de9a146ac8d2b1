import { expect, test } from 'vitest';
import { isRefusal } from '../../../../shared/player/is-refusal.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore } from '../support/store-place.ts';
import { sidOf, summary, wholeTime } from './playback-events.ts';

const refusals = [
  'auth',
  'auth.private',
  'auth.expired',
  'drm.auth',
  'drm.auth.expired',
  'embedding.domain',
  'embedder.identity.denied',
  'embedder.identity.missing.referrer',
  'heartbeat.stop',
  'mrm.blocked',
  'licences.example.org',
];
const failures = [
  'api.invalidparam',
  'drm.unavailable',
  'drm.unavailable.not_allowed',
  'drm.unreachable',
  'fmt.decode',
  'heartbeat.servererror',
  'html5.missingapi',
  'net.retryexhausted',
  'video.notfound',
  'UNKNOWN_ERROR',
];

test.each([
  ...refusals.map((name) => [name, true] as const),
  ...failures.map((name) => [name, false] as const),
])('%s is a refusal: %s, for reports, rows and metrics alike', async (errorName, isExpected) => {
  expect(isRefusal(errorName)).toBe(isExpected);
  const store = await openStore();
  const events = [summary(1, 'p', { end: 'failed', failure: 'before_start', errorName })];
  await store.insertBatch(storeBatch([], { sid: sidOf('a'), events }));
  const report = await store.reports.dashboard(wholeTime);
  expect(report.totals).toMatchObject({
    refusals: isExpected ? 1 : 0,
    failuresBeforeStart: isExpected ? 0 : 1,
    failuresMidStream: 0,
  });
  const causes = [{ name: errorName, beforeStart: 1, midStream: 0 }];
  expect([report.refusals, report.failures]).toEqual(isExpected ? [causes, []] : [[], causes]);
  expect(await store.reports.playbackRows(wholeTime, 0, 1)).toMatchObject([
    { isRefusal: isExpected },
  ]);
});

test('a failure without a name is a failure', async () => {
  const store = await openStore();
  const events = [summary(1, 'p', { end: 'failed', failure: 'mid_stream', errorName: null })];
  await store.insertBatch(storeBatch([], { sid: sidOf('a'), events }));
  const { totals, failures: causes } = await store.reports.dashboard(wholeTime);
  expect(totals).toMatchObject({ refusals: 0, failuresMidStream: 1 });
  expect(causes).toEqual([{ name: '', beforeStart: 0, midStream: 1 }]);
});
