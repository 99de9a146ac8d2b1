import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import { intake } from '../../../intake.ts';
import { makeEntries, readStore } from '../../../run-services.ts';
import {
  expectAllArrived,
  logThroughTrouble,
  restoreBrowser,
  runTelling,
} from './log-through-trouble.ts';

// Databases that fill up, abort or close while they are used (specification §8), provoked in the
// real browser: the error is reported to the provider, and the events still arrive.

beforeEach(() => intake.reset());
afterEach(restoreBrowser);

/** As a viewer does it; the browser closes the database of every user. */
const clearSiteData = () =>
  cdp().send('Storage.clearDataForOrigin', { origin: location.origin, storageTypes: 'indexeddb' });

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
