import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import type { DatabaseError } from '../../shared/tools/database-error.ts';
import { openLogDatabase } from '../../worker/events/queue/log-database.ts';
import { createServicesOn } from '../../worker/services/create-services.ts';
import { type Platform, readPlatform } from '../../worker/services/platform.ts';
import { intake } from './intake.ts';
import { runSandboxed } from './run-sandboxed.ts';
import {
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

// Every database error of the specification (§8), provoked in the real browser: it gets its name,
// is reported to the provider, and the events still arrive.

beforeEach(() => intake.reset());
/** Ends the services, and gives the page its own functions back. */
async function restoreBrowser(): Promise<void> {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await endServices();
}

afterEach(restoreBrowser);

/** Services in the page that report their storage to the provider. */
function runTelling(platform: Partial<Platform> = {}): RunningServices {
  // One document in five reports its storage: those whose id begins like this.
  const sid = newSid().replace(/^.{8}/, '00000000');
  return runServices('page', sid, (tell) =>
    createServicesOn({ ...readPlatform(), ...platform }, tell),
  );
}

/**
 * Flushes, and checks that each event arrived once, that the equation holds, and that the provider
 * has the error.
 */
async function expectAllArrived(
  { services, config }: RunningServices,
  count: number,
  code: DatabaseError,
): Promise<void> {
  expect(await services.flush()).toMatchObject({ ok: true, value: { queued: 0 } });
  const accounting = await services.accounting();
  expect(accounting).toMatchObject({ created: count, delivered: count, queued: 0 });
  expect(isBalanced(accounting)).toBe(true);
  const { requests, stored } = await intake.state();
  expect(stored.filter((key) => key.startsWith(config.sid))).toHaveLength(count);
  const seqs = requests
    .filter(({ answer, batch }) => answer === 'ok' && batch.sid === config.sid)
    .flatMap(({ batch }) => batch.events.map((event) => event.seq));
  expect(seqs.toSorted((a, b) => a - b)).toEqual(seqsFrom(1, count));
  const { providerEntries } = await intake.wait({ providerEntries: 2 });
  const told = providerEntries.filter(({ kind }) => kind === 'storage_failed');
  expect(told.map(({ fields }) => fields.code)).toEqual([code]);
}

/** As a viewer does it; the browser closes the database of every user. */
const clearSiteData = () =>
  cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' });

/** Logs, fails to send, logs more, so that a queue in memory has events in both states. */
async function logThroughTrouble({ services }: RunningServices): Promise<void> {
  await intake.mode({ answer: 'status', status: 503 });
  expect(await services.log(makeEntries(3))).toMatchObject({ isDurable: false });
  expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 3 } });
  await services.log(makeEntries(2, 4));
  await intake.mode({ answer: 'ok' });
}

async function expectInMemory(running: RunningServices, code: DatabaseError): Promise<void> {
  expect(await running.services.start(running.config)).toMatchObject({
    ok: true,
    value: { queue: 'memory', queueDenied: { code } },
  });
  await logThroughTrouble(running);
  await expectAllArrived(running, 5, code);
}

describe('AUTH_INVALID [spec-8.14]', () => {
  test('a sandboxed frame has neither origin nor database: its events arrive from memory', async () => {
    await expectInMemory(await runSandboxed(), 'AUTH_INVALID');
    expect(
      (await intake.state()).requests.every(({ contentType }) => /^text\/plain/.test(contentType)),
    ).toBe(true);
  });
});

describe('UNSUPPORTED [spec-8.15]', () => {
  test('a browser without IndexedDB: events arrive from memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const running = runTelling();
    await running.services.start(running.config);
    vi.unstubAllGlobals();
    await logThroughTrouble(running);
    await expectAllArrived(running, 5, 'UNSUPPORTED');
  });
});

describe('MISSING_STORES [spec-8.16]', () => {
  /**
   * The database of a document with one event in each store, which then loses one store or both.
   */
  async function breakDatabase(missing: ('arrivals' | 'requests')[]): Promise<string> {
    const dead = runServices('page');
    await intake.mode({ answer: 'status', status: 503 });
    await dead.services.start(dead.config);
    await dead.services.log(makeEntries(1));
    await dead.services.flush();
    await dead.services.log(makeEntries(1, 2));
    await dead.kill();
    await intake.mode({ answer: 'ok' });
    expect(await readStore(dead.config.sid)).toEqual({ arrivals: [2], requests: [1] });
    const kept = await withStore(async (db) => ({
      arrivals: await db.getAll('arrivals'),
      requests: await db.getAll('requests'),
    }));
    await deleteDB('offstage-logs');
    const broken = await openDB('offstage-logs', 1, {
      upgrade(db) {
        if (!missing.includes('arrivals'))
          db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
        if (missing.includes('requests')) return;
        const requests = db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
        requests.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
      },
    });
    for (const name of ['arrivals', 'requests'] as const) {
      if (!missing.includes(name)) for (const row of kept[name]) await broken.put(name, row);
    }
    broken.close();
    return dead.config.sid;
  }

  test.each([
    { missing: ['arrivals'] as const, left: [1] },
    { missing: ['requests'] as const, left: [2] },
    { missing: ['arrivals', 'requests'] as const, left: [] },
  ])(
    'without $missing the database is recreated, and the remaining events arrive',
    async ({ missing, left }) => {
      const deadSid = await breakDatabase([...missing]);
      await intake.reset();
      const running = runTelling();
      expect(await running.services.start(running.config)).toEqual({
        ok: true,
        value: { consent: 'granted', queue: 'indexeddb', queueDenied: null },
      });
      expect(await running.services.log(makeEntries(4))).toEqual({ isDurable: true });
      expect((await readStore(running.config.sid)).arrivals).toEqual(seqsFrom(1, 4));
      await expectAllArrived(running, 4, 'MISSING_STORES');
      const { stored } = await intake.wait({ stored: 4 + left.length });
      expect(stored.filter((key) => key.startsWith(deadSid))).toEqual(
        left.map((seq) => `${deadSid} ${seq}`),
      );
      await expect.poll(() => readStore(deadSid)).toEqual({ arrivals: [], requests: [] });
    },
  );
});

test('two pages that find a broken database repair it once, and events that the first stores meanwhile stay', async () => {
  const broken = await openDB('offstage-logs', 1, {
    upgrade: (db) => void db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] }),
  });
  const row = { sid: newSid(), lastSeq: 1, context: {}, storedMs: 0, events: [] };
  await broken.put('arrivals', row);
  broken.close();
  const repaired: string[] = [];
  const open = async () => {
    const db = await openLogDatabase(
      () => repaired.push('closed'),
      undefined,
      (why) => repaired.push(why),
    );
    await db.put('arrivals', { ...row, sid: newSid() } as never);
    return db;
  };
  const pages = await Promise.all([open(), open(), open()]);
  expect(repaired).toEqual(['the database had no requests']);
  expect(await pages[0]?.count('arrivals')).toBe(4);
  for (const page of pages) page.close();
});

describe('QUOTA_EXCEEDED [spec-8.17]', () => {
  /**
   * Leaves this much room. Chromium caches the quota at the first use, so this deletes the
   * database.
   */
  async function leaveRoom(bytes: number): Promise<void> {
    await clearSiteData();
    const { usage = 0 } = await navigator.storage.estimate();
    const quotaSize = usage + bytes;
    await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, quotaSize });
  }
  const leaveAllRoom = () =>
    cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin });
  afterEach(leaveAllRoom);

  test('a disk that fills up keeps new events in memory, all arrive, and with room they are durable again', async () => {
    await leaveRoom(1_000_000);
    const running = runTelling();
    const { services, config } = running;
    await services.start(config);
    expect(await services.log(makeEntries(2))).toMatchObject({ isDurable: true });
    await intake.mode({ answer: 'status', status: 503 });
    const text = 'x'.repeat(40_000);
    expect(await services.log(makeEntries(30, 3, { payload: { text } }))).toMatchObject({
      isDurable: false,
    });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 32 } });
    await intake.mode({ answer: 'ok' });
    await expectAllArrived(running, 32, 'QUOTA_EXCEEDED');
    await leaveAllRoom();
    expect(await services.log(makeEntries(1, 33))).toMatchObject({ isDurable: true });
    expect((await readStore(config.sid)).arrivals).toEqual([33]);
  });

  test('with a full disk from the start, every event is kept in memory, and all arrive', async () => {
    await leaveRoom(1);
    const running = runTelling();
    const started = await running.services.start(running.config);
    // On a full disk Chromium opens an empty database, and only writes fail.
    expect(started).toMatchObject({ ok: true });
    await logThroughTrouble(running);
    await expectAllArrived(running, 5, 'QUOTA_EXCEEDED');
  });
});

describe('UNKNOWN_ABORT [spec-8.18]', () => {
  /** Aborts this many write transactions after their first write. */
  function abortWrites(times: number): void {
    const { put, add } = IDBObjectStore.prototype;
    const aborting = (write: typeof put) =>
      function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
        const request = write.apply(this, args);
        if (times-- > 0) this.transaction.abort();
        return request;
      };
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(aborting(put));
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(aborting(add));
  }

  test('a transaction that is aborted once is repeated, without an error', async () => {
    const running = runTelling();
    const { services, config } = running;
    await services.start(config);
    abortWrites(1);
    expect(await services.log(makeEntries(3))).toMatchObject({ isDurable: true });
    expect((await readStore(config.sid)).arrivals).toEqual([1, 2, 3]);
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
  });

  test('transactions that are aborted repeatedly leave the events in memory, and all arrive', async () => {
    const running = runTelling();
    await running.services.start(running.config);
    abortWrites(Number.POSITIVE_INFINITY);
    await logThroughTrouble(running);
    await expectAllArrived(running, 5, 'UNKNOWN_ABORT');
  });
});

test('INCOMPATIBLE_VERSION: the database of a newer page stays unchanged, and events arrive from memory [spec-8.19]', async () => {
  const newer = await openDB('offstage-logs', 1_000, {
    upgrade: (db) => void db.createObjectStore('treasure'),
  });
  newer.close();
  await expectInMemory(runTelling(), 'INCOMPATIBLE_VERSION');
  expect(await withStore(async (db) => [...db.objectStoreNames])).toEqual(['treasure']);
});

describe('CLOSED_DATABASE [spec-8.20]', () => {
  test('when a viewer clears the site’s data, the closed database is opened again, and waiting events arrive', async () => {
    const running = runTelling();
    const { services, config } = running;
    await services.start(config);
    await services.log(makeEntries(3));
    await clearSiteData();
    expect(await services.log(makeEntries(2, 4))).toMatchObject({ isDurable: true });
    expect(await readStore(config.sid)).toEqual({ arrivals: [4, 5], requests: [] });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 5, queued: 0 } });
    expect((await intake.state()).stored).toHaveLength(5);
  });

  /** Keeps the next write in the middle of its transaction until the browser ends it. */
  function holdNextWrite() {
    const { add } = IDBObjectStore.prototype;
    return vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (
      this: IDBObjectStore,
      ...args
    ) {
      const readOn = () => {
        this.count().onsuccess = readOn;
      };
      readOn();
      return add.apply(this, args);
    });
  }

  test('a write interrupted by clearing the site’s data is repeated', async () => {
    const { services, config } = runTelling();
    await services.start(config);
    const write = holdNextWrite();
    const logged = services.log(makeEntries(3));
    await expect.poll(() => write.mock.calls.length).toBe(1);
    await clearSiteData();
    expect(await logged).toEqual({ isDurable: true });
    expect(await readStore(config.sid)).toEqual({ arrivals: [1, 2, 3], requests: [] });
  });

  test('a request in flight while the site’s data are cleared is sent again', async () => {
    const running = runTelling();
    const { services, config } = running;
    await services.start(config);
    await intake.mode({ answer: 'hang' });
    await services.log(makeEntries(3));
    const flushed = services.flush();
    await intake.wait({ requests: 1 });
    await clearSiteData();
    // Chromium itself retries once after a cut connection.
    await intake.mode({ answer: 'close' });
    await intake.cut();
    await flushed;
    await intake.mode({ answer: 'ok' });
    expect(await services.flush()).toEqual({ ok: true, value: { delivered: 3, queued: 0 } });
    expect(await services.accounting()).toMatchObject({ created: 3, delivered: 3, queued: 0 });
  });

  test('a database that is closed at every use leaves the events in memory, and all arrive', async () => {
    const running = runTelling({
      async openDatabase(onClosed) {
        const db = await openLogDatabase(onClosed);
        db.close();
        return db;
      },
    });
    await running.services.start(running.config);
    await logThroughTrouble(running);
    await expectAllArrived(running, 5, 'CLOSED_DATABASE');
  });
});
