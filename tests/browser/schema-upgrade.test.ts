import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  logDatabaseUpgrades,
  openLogDatabase,
  type Upgrade,
} from '../../worker/events/queue/log-database.ts';
import { createServicesOn } from '../../worker/services/create-services.ts';
import { readPlatform } from '../../worker/services/platform.ts';
import { intake } from './intake.ts';
import {
  documentIsGone,
  endServices,
  isBalanced,
  makeEntries,
  newSid,
  type RunningServices,
  readStore,
  runServices,
  seqsFrom,
  withStore,
} from './run-services.ts';

beforeEach(() => intake.reset());
afterEach(endServices);

/** A migration of a possible later version: another index on a store with events. */
const nextStep: Upgrade = (_db, tx) => {
  // Its name is not in the present schema.
  tx.objectStore('requests').createIndex('byAge' as 'byOwner', 'timestamp');
};
const nextVersion = [...logDatabaseUpgrades, nextStep];

function runNewer(sid = newSid()): RunningServices {
  return runServices('page', sid, (tell) =>
    createServicesOn(
      {
        ...readPlatform(),
        openDatabase: (onClosed, onRepaired) => openLogDatabase(onClosed, nextVersion, onRepaired),
      },
      tell,
    ),
  );
}

/** The rows of a document of this version: 150 events in failed batches, and 7 in none. */
async function logAsThisVersion(running: RunningServices): Promise<void> {
  const { services, config } = running;
  await intake.mode({ answer: 'status', status: 503 });
  await services.start(config);
  await services.log(makeEntries(150));
  await services.flush();
  await services.log(makeEntries(7, 151));
  expect(await readStore(config.sid)).toEqual({
    arrivals: seqsFrom(151, 157),
    requests: seqsFrom(1, 150),
  });
}

async function seqsOf(sid: string): Promise<number[]> {
  const { requests } = await intake.state();
  return requests
    .filter(({ answer, batch }) => answer === 'ok' && batch.sid === sid)
    .flatMap(({ batch }) => batch.events.map((event) => event.seq))
    .toSorted((a, b) => a - b);
}

const facts = () =>
  withStore(async (db) => ({
    version: db.version,
    indexes: [...db.transaction('requests').store.indexNames],
  }));

test('events stored by this version are delivered by a page of the next, each once', async () => {
  const first = runServices('worker');
  await logAsThisVersion(first);
  expect(await facts()).toEqual({ version: 2, indexes: ['byOwner'] });
  await first.kill();
  await documentIsGone(first.config.sid);
  await intake.mode({ answer: 'ok' });

  const second = runNewer();
  expect(await second.services.start(second.config)).toMatchObject({
    ok: true,
    value: { queue: 'indexeddb' },
  });
  expect(await facts()).toEqual({ version: 3, indexes: ['byAge', 'byOwner'] });
  await second.services.log(makeEntries(3));
  await intake.wait({ stored: 157 });
  await second.services.flush();
  expect(await seqsOf(first.config.sid)).toEqual(seqsFrom(1, 157));
  expect(await seqsOf(second.config.sid)).toEqual([1, 2, 3]);
  expect(await readStore(first.config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('an open page of this version closes its database when the next version opens it, keeps later events in memory, and loses none', async () => {
  const old = runServices('worker');
  await logAsThisVersion(old);
  const newer = runNewer();
  expect(await newer.services.start(newer.config)).toMatchObject({
    ok: true,
    value: { queue: 'indexeddb' },
  });

  expect(await old.services.log(makeEntries(5, 158))).toEqual({ isDurable: false });
  await intake.mode({ answer: 'ok' });
  // It cannot reach its own batches, but still has the events that were not batched, and later
  // ones.
  await old.services.flush();
  expect(await seqsOf(old.config.sid)).toEqual(seqsFrom(151, 162));
  const accounting = await old.services.accounting();
  expect(accounting).toMatchObject({ created: 162, delivered: 12, queued: 150 });
  expect(isBalanced(accounting)).toBe(true);

  await old.kill();
  await documentIsGone(old.config.sid);
  const next = runNewer();
  await next.services.start(next.config);
  const { stored } = await intake.wait({ stored: 162 });
  expect(stored.filter((key) => key.startsWith(old.config.sid))).toHaveLength(162);
  await next.services.flush();
  expect(await readStore(old.config.sid)).toEqual({ arrivals: [], requests: [] });
});

test('a page of this version that opens after the upgrade leaves the database unchanged, and delivers from memory', async () => {
  const newer = runNewer();
  await newer.services.start(newer.config);
  await newer.services.log(makeEntries(4));
  const old = runServices('worker');
  expect(await old.services.start(old.config)).toMatchObject({
    ok: true,
    value: { queue: 'memory', queueDenied: { code: 'INCOMPATIBLE_VERSION' } },
  });
  await old.services.log(makeEntries(2));
  expect(await old.services.flush()).toEqual({ ok: true, value: { delivered: 2, queued: 0 } });
  expect(await newer.services.flush()).toEqual({ ok: true, value: { delivered: 4, queued: 0 } });
});

describe('a database of version 1, whose requests had an endpoint and no address', () => {
  const context = { client: { clientName: 'browser-test', clientVersion: '1', hl: 'en' } };
  const event = (seq: number, endpoint: string) => ({
    seq,
    tier: 100,
    endpoint,
    json: JSON.stringify({
      seq,
      eventTimeMs: Date.now(),
      context: { lastActivityMs: -1 },
      name: endpoint === 'log_event' ? 'played' : 'video_stats.playback',
      payload: {},
    }),
  });

  function request(sid: string, seqs: number[], other = {}) {
    const endpoint = 'log_event';
    const events = seqs.map((seq) => event(seq, endpoint));
    const nowMs = Date.now();
    return {
      sid,
      owner: sid,
      endpoint,
      context,
      events,
      clientEventId: newSid(),
      timestampMs: nowMs,
      status: 'NEW',
      statusSinceMs: nowMs,
      sendCount: 3,
      rejectionCount: 0,
      ...other,
    };
  }

  /** Creates it like version 1, with that version's rows. */
  async function leave(requests: object[], arrivals: object[] = []): Promise<void> {
    const db = await openDB('offstage-logs', 1, {
      upgrade(made) {
        made.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
        const store = made.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
        store.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
      },
    });
    for (const row of requests) await db.add('requests', row);
    for (const row of arrivals) await db.add('arrivals', row);
    db.close();
  }

  const rows = () => withStore((db) => db.getAll('requests'));

  test('delivers every event once, whether waiting, in flight or in no batch [spec-3.10]', async () => {
    const sid = newSid();
    const stats = { endpoint: 'video_stats', events: [event(3, 'video_stats')] };
    await leave(
      [request(sid, [1, 2]), request(sid, [], stats), request(sid, [4], { status: 'QUEUED' })],
      [
        {
          sid,
          lastSeq: 6,
          context,
          storedMs: Date.now(),
          events: [5, 6].map((seq) => event(seq, 'log_event')),
        },
      ],
    );
    const { services, config } = runServices('worker');
    expect(await services.start(config)).toMatchObject({ ok: true, value: { queue: 'indexeddb' } });
    await intake.wait({ stored: 6 });
    await services.flush();
    expect(await seqsOf(sid)).toEqual(seqsFrom(1, 6));
    expect(await readStore(sid)).toEqual({ arrivals: [], requests: [] });
    const { requests } = await intake.state();
    expect(requests.find(({ batch }) => batch.events[0]?.seq === 3)?.path).toMatch(/video_stats/);
  });

  test('keeps each request’s time, order and counts', async () => {
    const sid = newSid();
    const timestampMs = Date.now() - 5_000;
    await leave([request(sid, [1], { timestampMs, rejectionCount: 1 })]);
    await (await openLogDatabase(() => {})).close();
    expect(await rows()).toMatchObject([
      {
        url: '/youtubei/v1/log_event?alt=json',
        options: { method: 'POST', isCompressible: true },
        timestamp: timestampMs,
        sendCount: 3,
        rejectionCount: 1,
      },
    ]);
    expect(Object.keys((await rows())[0])).not.toEqual(expect.arrayContaining(['endpoint']));
  });

  test('with foreign rows, delivers all others', async () => {
    const sid = newSid();
    await leave([
      { nothing: true },
      request(sid, [1]),
      request(sid, [2], { endpoint: 'https://evil.example/' }),
    ]);
    const { services, config } = runServices('worker');
    await services.start(config);
    await intake.wait({ stored: 1 });
    expect(await seqsOf(sid)).toEqual([1]);
    await expect.poll(rows).toEqual([]);
  });

  test('without one of its stores, is recreated with the rows of the other', async () => {
    const sid = newSid();
    const db = await openDB('offstage-logs', 1, {
      upgrade: (made) => void made.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] }),
    });
    await db.add('arrivals', {
      sid,
      lastSeq: 1,
      context,
      storedMs: Date.now(),
      events: [event(1, 'log_event')],
    });
    db.close();
    const { services, config } = runServices('worker');
    expect(await services.start(config)).toMatchObject({ ok: true, value: { queue: 'indexeddb' } });
    await intake.wait({ stored: 1 });
    expect(await seqsOf(sid)).toEqual([1]);
  });
});
