import { expect, onTestFinished, test, vi } from 'vitest';
import type { Maintenance } from '../../../../server/store/event-store.ts';
import { startMaintenance } from '../../../../server/store/start-maintenance.ts';
import { testSid } from '../support/log-batches.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, storePlace } from '../support/store-place.ts';
import { storedError } from '../support/stored-error.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A noon. */
const start = 20_000.5 * dayMs;
const sidOf = (name: string) => `${name}-0123456789abcdef`;

/** A store with data of each kind that expires, all received at `start`. */
async function fullStore(place?: Awaited<ReturnType<typeof storePlace>>) {
  const store = await openStore(place);
  await store.maintain({ nowMs: start, upMs: 0, keepDays: null });
  await store.insertBatch(storeBatch([1, 2], { receivedMs: start }));
  const entry = { n: 1, kind: 'k', timeMs: 1, fieldsJson: '{}' };
  await store.insertProviderLog({
    sid: testSid,
    droppedCount: 0,
    contextJson: '{}',
    receivedMs: start,
    entries: [entry],
  });
  await store.insertError(storedError(), start);
  const subscription = {
    viewer: 'ann',
    fields: { channelIds: ['UC1'] },
    nowMs: start,
    canAdd: () => true,
  };
  await store.viewers.subscribe(subscription);
  return store;
}

const countsOf = async (store: Awaited<ReturnType<typeof openStore>>) => ({
  events: (await store.events.after(0, 10)).length,
  entries: (await store.providerLog.after(0, 10)).length,
  errors: (await store.errors.after(0, 10)).length,
});
const all = { events: 2, entries: 1, errors: 1 };
const none = { events: 0, entries: 0, errors: 0 };

/** The store's content, and the data that it removes. */
async function maintain(
  store: Awaited<ReturnType<typeof openStore>>,
  wanted: Partial<Maintenance>,
) {
  const expired: unknown[] = [];
  const result = await store.maintain({
    nowMs: start,
    upMs: 0,
    keepDays: 31,
    onExpired: (one) => expired.push(one),
    ...wanted,
  });
  if (!result.ok) throw new Error(result.error.message);
  return { refusal: result.value.refusal, expired };
}

test('one start with a clock 40 days ahead removes nothing, and says how to continue [attack-M5]', async () => {
  const place = await storePlace();
  const store = await fullStore(place);
  const { refusal, expired } = await maintain(store, { nowMs: start + 40 * dayMs });
  expect(await countsOf(store)).toEqual(all);
  expect(expired).toEqual([]);
  expect(refusal).toBe(
    'The clock says 2024-11-13, 40 days after the store was last in use (2024-10-04), so nothing expires. If the date is right, start once with --trust-date 2024-11-13; else correct the clock.',
  );
  // A viewer's own data lives longer, under the same rule.
  await maintain(store, { nowMs: start + 400 * dayMs });
  expect(await place.sql('SELECT viewer FROM subscriptions')).toEqual([{ viewer: 'ann' }]);
});

test('a server whose clock is 40 days ahead keeps the store at its start, and informs its operator', async () => {
  const { options } = await storePlace();
  const store = await fullStore({ options, sql: async () => [] });
  const server = await startTestServer({ ...options, keepDays: 31 }, () => start + 40 * dayMs);
  await expect.poll(() => server.lines.join('\n')).toContain('--trust-date 2024-11-13');
  expect(await countsOf(store)).toEqual(all);
  expect(server.errors).toEqual([]);
});

test('a clock that stays 40 days ahead while events arrive removes nothing either', async () => {
  const store = await fullStore();
  const ahead = start + 40 * dayMs;
  for (let day = 0; day < 10; day++) {
    await store.insertBatch(
      storeBatch([1], { sid: sidOf(`day${day}`), receivedMs: ahead + day * dayMs }),
    );
    const { refusal } = await maintain(store, { nowMs: ahead + day * dayMs, upMs: day * dayMs });
    expect(refusal).toContain('nothing expires');
  }
  expect(await countsOf(store)).toMatchObject({ events: 10 });
  expect(await store.summary()).toMatchObject({ events: 12, expired: { events: 0 } });
});

test('a clock that jumps ahead while the server runs removes nothing, and expiry continues once it is right [attack-M5]', async () => {
  const store = await fullStore();
  await maintain(store, { nowMs: start + hourMs, upMs: hourMs });
  expect((await maintain(store, { nowMs: start + 41 * dayMs, upMs: dayMs })).refusal).toContain(
    '40 days after',
  );
  expect(await countsOf(store)).toEqual(all);
  expect((await maintain(store, { nowMs: start + 2 * dayMs, upMs: 2 * dayMs })).refusal).toBeNull();
});

test('a store without requests expires while its server runs, because the elapsed time is known', async () => {
  const store = await fullStore();
  const { refusal, expired } = await maintain(store, {
    nowMs: start + 40 * dayMs,
    upMs: 40 * dayMs,
  });
  expect(refusal).toBeNull();
  expect(await countsOf(store)).toEqual(none);
  expect(expired).toEqual([
    {
      documents: 1,
      events: 2,
      rejections: 0,
      playbacks: 0,
      logEntries: 1,
      errors: 1,
      minutes: 1,
      viewers: 0,
      fromMs: expect.any(Number),
      toMs: start,
    },
  ]);
});

test('a server that restarts within a week continues where it was', async () => {
  const store = await fullStore();
  for (let day = 6; day <= 36; day += 6)
    expect((await maintain(store, { nowMs: start + day * dayMs, upMs: 0 })).refusal).toBeNull();
  expect(await countsOf(store)).toEqual(none);
});

test('after a long pause the operator’s date lets data expire, and an old date in the options does not', async () => {
  const store = await fullStore();
  const nowMs = start + 40 * dayMs;
  expect(
    (await maintain(store, { nowMs, trustDateMs: start + 20 * dayMs })).refusal,
  ).not.toBeNull();
  expect(await countsOf(store)).toEqual(all);
  // The date is the start of a day, and may be tomorrow in another time zone.
  expect((await maintain(store, { nowMs, trustDateMs: nowMs - dayMs / 2 })).refusal).toBeNull();
  expect(await countsOf(store)).toEqual(none);
});

test('a store from before this rule uses its newest minute as the time of its last use', async () => {
  const place = await storePlace();
  const store = await fullStore(place);
  await place.sql('DELETE FROM store_clock');
  expect((await maintain(store, { nowMs: start + 40 * dayMs })).refusal).toContain('2024-10-04');
  expect((await maintain(store, { nowMs: start + 3 * dayMs })).refusal).toBeNull();
});

test('a first start with a clock that is ahead does not make the clock trusted when it is ahead again', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  await maintain(store, { nowMs: start + 40 * dayMs });
  // The clock is corrected, and events arrive.
  await maintain(store, { nowMs: start, upMs: 1_000 });
  await store.insertBatch(storeBatch([1, 2], { receivedMs: start }));
  const { refusal } = await maintain(await openStore(place), { nowMs: start + 40 * dayMs });
  expect(refusal).toContain('nothing expires');
  expect(await store.summary()).toMatchObject({ events: 2, expired: { events: 0 } });
});

test('a clock that is late for a while does not change the trusted time', async () => {
  const place = await storePlace();
  const store = await fullStore(place);
  expect((await maintain(store, { nowMs: 1_000 })).refusal).toBeNull();
  const [kept] = await place.sql('SELECT trusted_ms FROM store_clock');
  expect(Number(kept?.trusted_ms)).toBe(start);
  expect((await maintain(await openStore(place), { nowMs: start + dayMs })).refusal).toBeNull();
});

test('a document from a time when the clock was far ahead does not keep later ones for ever', async () => {
  const store = await openStore();
  await store.maintain({ nowMs: start, upMs: 0, keepDays: null });
  // It is the last one that one pass over the documents sees.
  const names = [...Array.from({ length: 999 }, (_, n) => `early${n}`), 'future', 'later'];
  const arrive = (name: string) =>
    storeBatch([1], {
      sid: sidOf(name),
      receivedMs: name === 'future' ? start + 4_000 * dayMs : start,
    });
  await Promise.all(names.map((name) => store.insertBatch(arrive(name))));
  await maintain(store, { nowMs: start + 40 * dayMs, upMs: 40 * dayMs });
  expect((await store.events.after(0, 10)).map(({ sid }) => sid)).toEqual([sidOf('future')]);
});

test('the operator can read what has expired, and at most once a day why nothing does', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const store = await openStore();
  const lines: string[] = [];
  const asked: Maintenance[] = [];
  const send = (level: string) => (code: string, message: unknown) =>
    lines.push(`${level} ${code} ${message}`);
  const stop = startMaintenance({
    store: {
      ...store,
      async maintain(wanted) {
        asked.push(wanted);
        if (asked.length < 4) return { ok: true, value: { refusal: 'Nothing expires.' } };
        wanted.onExpired?.({
          documents: 2,
          events: 30,
          rejections: 0,
          playbacks: 1,
          logEntries: 0,
          errors: 0,
          minutes: 0,
          viewers: 1,
          fromMs: start,
          toMs: start + dayMs,
        });
        return { ok: true, value: { refusal: null } };
      },
    },
    keepDays: 31,
    trustDateMs: null,
    now: () => start,
    log: { info: send('info'), warn: send('warn'), error: send('error') },
    reportError: (error) => lines.push(String(error)),
  });
  await vi.advanceTimersByTimeAsync(2 * 600_000);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ nowMs: start, keepDays: 31, asksWitness: true });
  expect(lines).toEqual(['warn CLOCK Nothing expires.']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(lines.slice(1)).toEqual([
    'info EXPIRED Expired: 2 documents with 30 events and 1 playback, 1 viewer; last heard of from 2024-10-04 to 2024-10-05.',
  ]);
  await stop();
});
