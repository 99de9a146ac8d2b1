import { expect, test } from 'vitest';
import { isRefusal } from '../../../../shared/player/is-refusal.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread } from '../support/store-place.ts';
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

test('each name is a refusal or a failure, for reports, rows and metrics alike', async () => {
  const names = [...refusals, ...failures];
  expect(names.filter(isRefusal)).toEqual(refusals);
  const store = await openWithoutThread();
  const events = names.map((errorName, index) =>
    summary(index + 1, `p${index}`, { end: 'failed', failure: 'before_start', errorName }),
  );
  await store.insertBatch(storeBatch([], { sid: sidOf('a'), events }));
  const report = await store.reports.dashboard(wholeTime);
  expect(report.totals).toMatchObject({
    refusals: refusals.length,
    failuresBeforeStart: failures.length,
    failuresMidStream: 0,
  });
  const causesOf = (list: readonly string[]) =>
    list.toSorted().map((name) => ({ name, beforeStart: 1, midStream: 0 }));
  const byName = (list: typeof report.failures) =>
    list.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(report.refusals)).toEqual(causesOf(refusals));
  expect(byName(report.failures)).toEqual(causesOf(failures));
  const rows = await store.reports.playbackRows(wholeTime, null, names.length + 1);
  const isRefusalByName = Object.fromEntries(rows.map((row) => [row.errorName, row.isRefusal]));
  expect(isRefusalByName).toEqual(
    Object.fromEntries(names.map((name) => [name, refusals.includes(name)])),
  );
});

test('a failure without a name is a failure', async () => {
  const store = await openWithoutThread();
  const events = [summary(1, 'p', { end: 'failed', failure: 'mid_stream', errorName: null })];
  await store.insertBatch(storeBatch([], { sid: sidOf('a'), events }));
  const { totals, failures: causes } = await store.reports.dashboard(wholeTime);
  expect(totals).toMatchObject({ refusals: 0, failuresMidStream: 1 });
  expect(causes).toEqual([{ name: '', beforeStart: 0, midStream: 1 }]);
});
