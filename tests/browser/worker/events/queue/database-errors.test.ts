import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DatabaseError } from '../../../../../shared/tools/database-error.ts';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import { intake } from '../../../intake.ts';
import { runSandboxed } from '../../../run-sandboxed.ts';
import {
  makeEntries,
  newSid,
  type RunningServices,
  readStore,
  runServices,
  seqsFrom,
  withStore,
} from '../../../run-services.ts';
import {
  expectAllArrived,
  logThroughTrouble,
  restoreBrowser,
  runTelling,
} from './log-through-trouble.ts';

// Databases that cannot be used from the start (specification §8), provoked in the real browser:
// the error gets its name, is reported to the provider, and the events still arrive. Those that
// fail later: database-interruptions.test.ts.

beforeEach(() => intake.reset());
afterEach(restoreBrowser);

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

test('INCOMPATIBLE_VERSION: the database of a newer page stays unchanged, and events arrive from memory [spec-8.19]', async () => {
  const newer = await openDB('offstage-logs', 1_000, {
    upgrade: (db) => void db.createObjectStore('treasure'),
  });
  newer.close();
  await expectInMemory(runTelling(), 'INCOMPATIBLE_VERSION');
  expect(await withStore(async (db) => [...db.objectStoreNames])).toEqual(['treasure']);
});
