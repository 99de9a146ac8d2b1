import { deleteDB, type IDBPDatabase, openDB } from 'idb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServicesOn } from '../../../../../worker/services/create-services.ts';
import { readPlatform } from '../../../../../worker/services/platform.ts';
import { intake } from '../../../intake.ts';
import {
  endServices,
  makeEntries,
  makeEntry,
  newSid,
  readStore,
  runServices,
  seqsFrom,
  withStore,
} from '../../../run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

test('if storage is denied, the queue is in memory, still delivers and reports the reason', async () => {
  const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  const { services, config } = runServices('page', newSid(), (report) =>
    createServicesOn({ ...readPlatform(), openDatabase: denied, locks: null }, report),
  );
  expect(await services.start(config)).toEqual({
    ok: true,
    value: {
      consent: 'granted',
      queue: 'memory',
      queueDenied: { code: 'AUTH_INVALID', message: 'SecurityError: denied' },
    },
  });
  await intake.mode({ answer: 'close' });
  expect(await services.log(makeEntries(3))).toEqual({ isDurable: false });
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 3 } });
  await intake.mode({ answer: 'ok' });
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
  expect((await intake.state()).stored).toHaveLength(3);
});

test('a throwing indexedDB.open also counts as denied', async () => {
  const open = indexedDB.open;
  indexedDB.open = () => {
    throw new DOMException('all site data is blocked', 'SecurityError');
  };
  try {
    const { services, config } = runServices('page');
    expect(await services.start(config)).toMatchObject({ ok: true, value: { queue: 'memory' } });
    await services.log([makeEntry(1)]);
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  } finally {
    indexedDB.open = open;
  }
});

test('a database of a newer version stays unchanged, and the queue is in memory', async () => {
  const newer = await openDB('offstage-logs', 1_000, {
    upgrade: (db) => void db.createObjectStore('treasure'),
  });
  newer.close();
  const { services, config } = runServices('worker');
  const started = await services.start(config);
  expect(started).toMatchObject({
    ok: true,
    value: { queue: 'memory', queueDenied: { code: 'INCOMPATIBLE_VERSION' } },
  });
  expect(await withStore(async (db) => [...db.objectStoreNames])).toEqual(['treasure']);
});

test('a deleted database is opened again and stores later events, and earlier ones are sent', async () => {
  const { services, config } = runServices('worker');
  await intake.mode({ answer: 'close' });
  await services.start(config);
  await services.log([makeEntry(1)]);
  // The worker closes its connection, as it does for a page with a newer version.
  await deleteDB('offstage-logs');
  expect(await services.log([makeEntry(2)])).toEqual({ isDurable: true });
  expect((await readStore(config.sid)).arrivals).toEqual([2]);
  await intake.mode({ answer: 'ok' });
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 2, queued: 0 } });
  expect((await intake.state()).stored).toHaveLength(2);
});

test('a request in flight when its worker died is sent at once by the document’s next worker', async () => {
  const first = runServices('worker');
  const { config } = first;
  await intake.mode({ answer: 'hang' });
  await first.services.start(config);
  await first.services.log([makeEntry(1)]);
  void first.services.flush();
  await intake.wait({ requests: 1 });
  await first.kill();
  expect(await withStore((db) => db.getAll('requests'))).toMatchObject([{ status: 'QUEUED' }]);

  await intake.mode({ answer: 'ok' });
  const second = runServices('worker', config.sid);
  await second.services.start(config);
  // It may already have been sent.
  expect(await second.services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  expect((await intake.state()).requests.map((request) => request.batch.events.length)).toEqual([
    1, 1,
  ]);
  expect(await readStore(config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('when the network returns everything is retried at once', async () => {
  const platform = readPlatform();
  // No timer ever fires, so only the network's return can be the cause.
  const clock = { now: platform.clock.now, setTimer: () => () => {} };
  const { services, config } = runServices('page', newSid(), (report) =>
    createServicesOn({ ...platform, clock }, report),
  );
  await intake.mode({ answer: 'close' });
  await services.start(config);
  const stored = services.log([makeEntry(1)]);
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 1 } });
  await stored;
  await intake.mode({ answer: 'ok' });
  globalThis.dispatchEvent(new Event('online'));
  expect((await intake.wait({ stored: 1 })).stored).toHaveLength(1);
});

test('with a full disk, events stay in memory, are reported as not durable, and are delivered', async () => {
  const put = IDBObjectStore.prototype.put;
  const add = IDBObjectStore.prototype.add;
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { services, config } = runServices('page');
  await services.start(config);
  try {
    IDBObjectStore.prototype.put = full;
    IDBObjectStore.prototype.add = full;
    expect(await services.log(makeEntries(3))).toEqual({ isDurable: false });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
  } finally {
    IDBObjectStore.prototype.put = put;
    IDBObjectStore.prototype.add = add;
  }
  expect(await services.log(makeEntries(1, 4))).toEqual({ isDurable: true });
  expect((await intake.state()).stored).toHaveLength(3);
  expect((await readStore(config.sid)).arrivals).toEqual(seqsFrom(4, 4));
});

test.each([
  ['are cleared', (db: IDBPDatabase) => db.clear('requests')],
  [
    'become malformed',
    async (db: IDBPDatabase) => {
      for (const row of await db.getAll('requests'))
        await db.put('requests', { ...row, events: 'broken' });
    },
  ],
])('events whose requests %s are counted as lost, and their page is informed', async (_, spoil) => {
  const { services, config, news } = runServices('worker');
  await intake.mode({ answer: 'close' });
  await services.start(config);
  await services.log(makeEntries(3));
  await services.flush();
  await withStore(spoil);
  await services.log([makeEntry(4)]);
  await intake.mode({ answer: 'ok' });
  await services.flush();
  await expect
    .poll(() => services.accounting())
    .toMatchObject({ created: 4, delivered: 1, queued: 0, dropped: { storage: 3 } });
  expect(news).toContainEqual({ type: 'dropped', reason: 'storage', ranges: [[1, 3]] });
});

test('nothing is counted as lost while bursts arrive, fail, wait and are delivered', async () => {
  const { services, config } = runServices('worker');
  await services.start(config);
  let seq = 1;
  for (const answer of ['ok', 'close', 'ok', 'garbage', 'ok'] as const) {
    await intake.mode({ answer });
    const logged = [40, 7, 120].map((count) => {
      seq += count;
      return services.log(makeEntries(count, seq - count, { tier: count === 7 ? 400 : 100 }));
    });
    void services.flush();
    await Promise.all(logged);
    await services.flush();
  }
  await intake.mode({ answer: 'ok' });
  await services.flush();
  expect(await services.accounting()).toMatchObject({
    created: seq - 1,
    delivered: seq - 1,
    queued: 0,
    dropped: { storage: 0 },
  });
});
