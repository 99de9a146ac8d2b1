import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../../../server/operator/log/create-log.ts';
import { startMaintenance } from '../../../../server/store/start-maintenance.ts';
import { emptySummary } from '../support/empty-summary.ts';
import { testSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, storePlace } from '../support/store-place.ts';
import { storedError } from '../support/stored-error.ts';

const dayMs = 86_400_000;
/** A noon. */
const start = 20_000.5 * dayMs;
const sidOf = (name: string) => `${name}-0123456789abcdef`;
const others = sidOf('others');

test('a document expires as a whole after long enough without events, and removed events are counted', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const keepDays = 40;
  await store.maintain({ nowMs: start, keepDays });
  // The first has a late last batch, the second a missing and a refused event, the third is of
  // today.
  await store.insertBatch(storeBatch([1, 2], { sid: sidOf('lives'), receivedMs: start }));
  await store.insertBatch(
    storeBatch([1, 3, 5], { sid: testSid, receivedMs: start, rejectedSeqs: [4] }),
  );
  await store.insertBatch(storeBatch([3], { sid: sidOf('lives'), receivedMs: start + 30 * dayMs }));
  const today = start + 41 * dayMs;
  await store.insertBatch(storeBatch([1], { sid: others, receivedMs: today }));
  const before = await store.summary();
  expect(before).toEqual({
    ...emptySummary,
    events: 7,
    batches: 4,
    rejected: 1,
    bytes: 40,
    clients: 3,
    missing: 1,
  });

  expect(await store.maintain({ nowMs: today, trustDateMs: today, keepDays })).toEqual({
    ok: true,
    value: { refusal: null },
  });
  expect(await store.summary()).toEqual({
    ...before,
    events: 4,
    clients: 2,
    missing: 0,
    expired: { events: 3, clients: 1, missing: 1 },
  });
  expect((await store.events.after(0, 10)).map(({ sid, seq }) => [sid, seq])).toEqual([
    [sidOf('lives'), 1],
    [sidOf('lives'), 2],
    [sidOf('lives'), 3],
    [others, 1],
  ]);
  expect(await place.sql('SELECT * FROM rejections')).toEqual([]);
  expect(await store.gaps.after(0, 10)).toEqual([]);
  // The remaining document is still known event by event.
  expect(
    await store.insertBatch(storeBatch([2, 4], { sid: sidOf('lives'), receivedMs: today })),
  ).toEqual({
    ok: true,
    value: { accepted: 1, duplicates: 1 },
  });
  expect(await store.storedRanges(sidOf('lives'), 1)).toMatchObject({
    value: { stored: [[1, 4]] },
  });
  // A second run has nothing to do.
  await store.maintain({ nowMs: today, keepDays });
  expect(await store.summary()).toMatchObject({ events: 5, expired: { events: 3 } });
});

test('without a number of days nothing expires', async () => {
  const store = await openStore();
  await store.insertBatch(storeBatch([1], { receivedMs: start }));
  await store.maintain({ nowMs: start + 10_000 * dayMs, keepDays: null });
  expect(await store.summary()).toMatchObject({ events: 1, expired: { events: 0 } });
});

test('many documents, and one with very many events, expire in steps until none is left', async () => {
  const store = await openStore();
  await store.maintain({ nowMs: start, keepDays: null });
  const insert = [];
  for (let n = 0; n < 1_100; n++)
    insert.push(store.insertBatch(storeBatch([1], { sid: sidOf(`many${n}`), receivedMs: start })));
  for (let first = 1; first < 3_000; first += 100) {
    const seqs = Array.from({ length: 100 }, (_, index) => first + index);
    insert.push(store.insertBatch(storeBatch(seqs, { sid: sidOf('long'), receivedMs: start })));
  }
  await Promise.all(insert);
  await store.maintain({
    nowMs: start + 40 * dayMs,
    trustDateMs: start + 40 * dayMs,
    keepDays: 31,
  });
  expect(await store.summary()).toMatchObject({
    events: 0,
    clients: 0,
    expired: { events: 4_100, clients: 1_101, missing: 0 },
  });
  expect(await store.events.after(0, 10)).toEqual([]);
});

test('log entries and errors expire by their own age', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const entry = (n: number) => ({ n, kind: 'k', timeMs: 1, fieldsJson: '{}' });
  const log = { droppedCount: 2, contextJson: '{}' };
  await store.insertProviderLog({ ...log, sid: testSid, receivedMs: start, entries: [entry(1)] });
  await store.insertProviderLog({ ...log, sid: others, receivedMs: start, entries: [entry(1)] });
  await store.insertProviderLog({
    ...log,
    sid: others,
    receivedMs: start + 40 * dayMs,
    entries: [entry(2)],
  });
  await store.insertError(storedError({ fingerprint: 'old', id: '1' }), start);
  await store.insertError(storedError({ fingerprint: 'new', id: '2' }), start + 40 * dayMs);
  await store.maintain({
    nowMs: start + 40 * dayMs,
    trustDateMs: start + 40 * dayMs,
    keepDays: 31,
  });
  expect((await store.providerLog.after(0, 10)).map(({ sid, n }) => [sid, n])).toEqual([
    [others, 2],
  ]);
  expect(await place.sql('SELECT sid FROM provider_log_clients')).toEqual([{ sid: others }]);
  expect((await store.errors.after(0, 10)).map(({ fingerprint }) => fingerprint)).toEqual(['new']);
  expect(await place.sql('SELECT fingerprint FROM error_reports')).toEqual([
    { fingerprint: 'new' },
  ]);
});

test('the server removes expired data at its start', async () => {
  const { options } = await storePlace();
  const store = await openStore({ options });
  const nowMs = Date.now();
  await store.insertBatch(storeBatch([1], { receivedMs: nowMs - 32 * dayMs }));
  const server = await startTestServer({ ...options, keepDays: 31, trustDateMs: nowMs });
  await expect.poll(() => store.summary()).toMatchObject({ events: 0, expired: { events: 1 } });
  expect(server.errors).toEqual([]);
});

test('the removal is repeated after a day, or ten minutes after a failure, and never after the stop', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = await openStore();
  const results = [
    { ok: false as const, error: { code: 'STORE_AWAY' as const, message: '' } },
    { ok: true as const, value: { refusal: null } },
  ];
  const errors: unknown[] = [];
  const days: (number | null)[] = [];
  const stop = startMaintenance({
    store: {
      ...store,
      async maintain({ keepDays }) {
        days.push(keepDays);
        if (days.length === 3) throw new Error('broken');
        return results[days.length - 1] ?? { ok: true, value: { refusal: null } };
      },
    },
    keepDays: 31,
    trustDateMs: null,
    now: () => start,
    log: silentLog,
    reportError: (error) => errors.push(error),
  });
  await vi.advanceTimersByTimeAsync(599_999);
  expect(days).toEqual([31]);
  await vi.advanceTimersByTimeAsync(1);
  expect(days).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(dayMs);
  expect(days).toHaveLength(3);
  expect(errors).toMatchObject([{ message: 'broken' }]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(days).toHaveLength(4);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * dayMs);
  expect(days).toHaveLength(4);
});
