import { expect, test } from 'vitest';
import { quantile } from '../../../../shared/tools/quantile.ts';
import { createRandom } from '../../../support/create-random.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../support/store-place.ts';
import { armsOf, pageEvents, question } from './experiment-events.ts';
import { begun, minute, summary } from './playback-events.ts';

test('the arms agree with an independent count of their pages, in any order, and after a rebuild [feature-experiments]', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const random = createRandom(9);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const pages = Array.from({ length: 120 }, (_, n) => ({
    n,
    arms: pick([[1], [2], [2, 7], [], undefined]),
    startMs: Math.round(random() * 3_000),
    isFailed: random() < 0.1,
    rebufferCount: pick([0, 0, 2]),
    isExit: random() < 0.2,
    hasSummary: random() < 0.9,
    blockingMs: n % 4 === 0 ? Math.round(random() * 300) : null,
  }));
  const send = async (page: (typeof pages)[number]) => {
    const { n, arms, startMs, isFailed, rebufferCount, isExit, hasSummary, blockingMs } = page;
    const failure = isFailed ? ('mid_stream' as const) : null;
    const ended = { isExitBeforeStart: isExit, failure };
    const playback = { startMs, rebufferCount, ...ended, errorName: isFailed ? 'HTTP' : null };
    const events = pageEvents({ arms, playback: hasSummary ? playback : null, blockingMs });
    const cut = Math.floor(random() * events.length);
    // In two batches, in any order, and some come again.
    for (const part of [events.slice(cut), events.slice(0, cut), events])
      await store.insertBatch(storeBatch([], { sid: datedSid(0, n), events: part }));
  };
  await Promise.all(pages.map(send));
  const agrees = async () => {
    for (const [name, arm] of [
      ['control', 1],
      ['treatment', 2],
    ] as const) {
      const own = pages.filter(({ arms }) => arms?.includes(arm));
      const ended = own.filter(({ hasSummary }) => hasSummary);
      const starts = ended.map(({ startMs }) => startMs);
      const blocked = own.flatMap(({ blockingMs }) => blockingMs ?? []);
      const shareOf = (count: number) => ({ count: ended.length, value: count / ended.length });
      expect((await armsOf(store, 'first_frame_p75'))[name]).toEqual({
        count: ended.length,
        value: quantile(starts, 0.75),
      });
      expect((await armsOf(store, 'failures'))[name]).toEqual(
        shareOf(ended.filter(({ isFailed }) => isFailed).length),
      );
      expect((await armsOf(store, 'exits_before_start'))[name]).toEqual(
        shareOf(ended.filter(({ isExit }) => isExit).length),
      );
      expect((await armsOf(store, 'rebuffering'))[name]).toEqual(
        shareOf(ended.filter(({ rebufferCount }) => rebufferCount > 0).length),
      );
      expect((await armsOf(store, 'blocking_p75'))[name]).toEqual({
        count: blocked.length,
        value: quantile(blocked, 0.75),
      });
    }
  };
  await agrees();
  expect((await armsOf(store, 'failures')).treatment.count).toBeGreaterThan(20);
  // A rebuild knows only what the events say.
  await place.sql(`INSERT INTO experiment_playbacks
    SELECT 1, sid, 'stale', 5, 1, 1, 0, 0, 0 FROM experiment_playbacks WHERE arm = 7`);
  await store.rebuildReports();
  await agrees();
});

test('a summary replaces the beginning and a later summary an earlier one, in any order', async () => {
  const store = await openWithoutThread();
  const contextJson = JSON.stringify({ client: { experimentIds: [1] } });
  const events = [begun(1, 'c'), summary(2, 'c', { startMs: 9 }), summary(3, 'c', { startMs: 7 })];
  for (const event of [events[2], events[0], events[1]])
    await store.insertBatch(
      storeBatch([], { events: event === undefined ? [] : [{ ...event, contextJson }] }),
    );
  expect((await armsOf(store, 'first_frame_p50')).control).toEqual({ count: 1, value: 7 });
});

test.each([
  ['no list', 'all'],
  ['a text', ['1']],
  ['a negative number', [-1]],
  ['a fraction', [1.5]],
  ['a number that is too large', [1e12]],
  ['more numbers than pages send', Array.from({ length: 101 }, (_, n) => n)],
])('an invented arm costs only itself: %s', async (_name, arms) => {
  const store = await openWithoutThread();
  const events = pageEvents({ arms });
  const stored = await store.insertBatch(storeBatch([], { events }));
  expect(stored).toMatchObject({ ok: true, value: { accepted: 3 } });
  expect((await armsOf(store, 'failures')).control.count).toBe(0);
  await store.insertBatch(
    storeBatch([], { sid: datedSid(0, 1), events: pageEvents({ arms: [1] }) }),
  );
  expect((await armsOf(store, 'failures')).control.count).toBe(1);
});

test('a page counts in its first five arms only, each once [threat-experiments]', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const events = pageEvents({ arms: [9, 9, 8, 7, 6, 5, 4, 3] });
  await store.insertBatch(storeBatch([], { events }));
  const rows = await place.sql('SELECT arm FROM experiment_playbacks ORDER BY arm');
  expect(rows.map(({ arm }) => Number(arm))).toEqual([5, 6, 7, 8, 9]);
});

test('refusals, such as of a private video, are no failures', async () => {
  const store = await openWithoutThread();
  const playback = { failure: 'before_start' as const, errorName: 'auth.private', startMs: null };
  await store.insertBatch(storeBatch([], { events: pageEvents({ arms: [1], playback }) }));
  expect((await armsOf(store, 'failures')).control).toEqual({ count: 1, value: 0 });
});

test('only playbacks of the time are compared', async () => {
  const store = await openWithoutThread();
  for (const [n, receivedMs] of [1, minute, 2 * minute].entries())
    await store.insertBatch(
      storeBatch([], { sid: datedSid(0, n), receivedMs, events: pageEvents({ arms: [1] }) }),
    );
  const asked = { fromMs: minute, toMs: 2 * minute };
  expect((await armsOf(store, 'failures', asked)).control.count).toBe(1);
});

test('of more playbacks than are compared the latest are, and both arms are of the same time', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  for (const [n, arms] of [[1], [2]].entries())
    await store.insertBatch(
      storeBatch([], { sid: datedSid(0, n), receivedMs: 50, events: pageEvents({ arms }) }),
    );
  await place.sql(`WITH RECURSIVE numbers(n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000
    )
    INSERT INTO experiment_playbacks
    SELECT arm, 'many' || n, cpn, 100 + n, summary_seq, start_ms, is_failed, is_exit, is_rebuffered
    FROM numbers, experiment_playbacks WHERE arm = 1`);
  await store.insertBatch(
    storeBatch([], { sid: datedSid(0, 2), events: pageEvents({ arms: [1], blockingMs: 9 }) }),
  );
  await place.sql(`WITH RECURSIVE numbers(n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000
    )
    INSERT INTO field_reports (sid, seq, received_ms, video_id, host, browser, facts)
    SELECT 'many' || n, seq, 100 + n, video_id, host, browser, facts FROM numbers, field_reports`);
  const { playbacksFromMs, embedsFromMs, comparisons } = await store.reports.experiment(question);
  expect([playbacksFromMs, embedsFromMs]).toEqual([51, 6]);
  expect(comparisons.at(-2)).toMatchObject({ control: { count: 10_000, value: 9 } });
  expect(comparisons[1]).toMatchObject({ control: { count: 10_000 }, treatment: { count: 0 } });
});

test('playbacks of experiments expire with their age', async () => {
  const place = await storePlace();
  const store = await openWithoutThread(place);
  const day = 86_400_000;
  const nowMs = 20_000 * day;
  for (const [n, days] of [40, 32, 30, 1].entries()) {
    const receivedMs = nowMs - days * day;
    const events = pageEvents({ arms: [1] });
    await store.insertBatch(storeBatch([], { sid: datedSid(0, n), receivedMs, events }));
  }
  await store.maintain({ nowMs, trustDateMs: nowMs, keepDays: 31 });
  expect(await place.sql('SELECT sid FROM experiment_playbacks')).toHaveLength(2);
});

test('an experiment begins once and ends once, whichever server says so', async () => {
  const place = await storePlace();
  const { experiments } = await openWithoutThread(place);
  const experiment = {
    ...{ key: 'fast=0.1 flag', name: 'fast', share: 0.1, effect: 'flag' },
    ...{ control: 11, treatment: 12, startedMs: 1_000 },
  };
  const change = { percent: 30, low: 20, high: 40 };
  const retreat = { measure: 'failures' as const, limitPercent: 10, change };
  expect(await experiments.list()).toEqual([]);
  await experiments.begin(experiment);
  await experiments.begin({ ...experiment, startedMs: 2_000 });
  await experiments.begin({ ...experiment, key: 'other', startedMs: 3_000 });
  await experiments.end(experiment.key, { endedMs: 5_000, retreat });
  await experiments.end(experiment.key, { endedMs: 6_000, retreat });
  await experiments.end('unknown', { endedMs: 6_000, retreat });
  expect(await experiments.list()).toEqual([
    { ...experiment, key: 'other', startedMs: 3_000, endedMs: null, retreat: null },
    { ...experiment, endedMs: 5_000, retreat },
  ]);
  // A damaged reason does not start it again.
  await place.sql("UPDATE experiments SET retreat = '{' WHERE name = 'fast'");
  expect((await experiments.list())[1]).toMatchObject({ endedMs: 5_000, retreat: null });
});
