import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanupLimits } from '../../shared/limits/cleanup-limits.ts';
import { openLogDatabase } from '../../worker/events/queue/log-database.ts';
import { logDatabaseName } from '../../worker/events/queue/log-database-name.ts';
import type { Removed } from '../../worker/storage/cleanup/clean-storage.ts';
import { startCleanup } from '../../worker/storage/cleanup/start-cleanup.ts';
import { openDataDatabase } from '../../worker/storage/data/data-database.ts';
import type { DataKey } from '../../worker/storage/data/data-keys.ts';
import { createDataStore } from '../../worker/storage/data/data-store.ts';
import {
  accountDatabasePrefix,
  dataDatabaseName,
  dataDatabaseOf,
} from '../../worker/storage/data/database-names.ts';

const { startAfterMs, everyMs, unknownLifeMs, deleteDeadlineMs } = cleanupLimits;
const ann = `${accountDatabasePrefix}ann`;
const bob = `${accountDatabasePrefix}bob`;

let nowMs: number;
let timers: { atMs: number; callback: () => void }[];
let disposal: AbortController;
let removed: Removed[];
let asked: number;
let signedIn: string[] | null;
let locks: LockManager | null;

const clock = {
  now: () => nowMs,
  setTimer(callback: () => void, ms: number) {
    const timer = { atMs: nowMs + ms, callback };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  },
};

/** Advances the clock and calls due timers. Their effects take real time. */
function advance(ms: number): void {
  nowMs += ms;
  const due = timers.filter(({ atMs }) => atMs <= nowMs);
  timers = timers.filter((timer) => !due.includes(timer));
  for (const { callback } of due) callback();
}

const open = (name: string) =>
  createDataStore({
    canKeep: () => true,
    open: (onClosed) => openDataDatabase(onClosed, name),
    clock,
    onError: () => {},
  });

async function keep(name: string, key: string, lifeMs = 100 * unknownLifeMs): Promise<void> {
  const store = open(name);
  await store.set(key as DataKey, 'value', lifeMs);
  store.close();
}

async function keysIn(name: string): Promise<string[]> {
  const db = await openDB(name);
  try {
    return (await db.getAllKeys('values')).map(String);
  } finally {
    db.close();
  }
}

async function names(): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort();
}

function start(ownDatabase = dataDatabaseName): void {
  startCleanup({
    clock,
    locks,
    ownDatabase,
    openStore: open,
    async askSignedIn() {
      asked++;
      return signedIn;
    },
    dropExpiredEvents: async () => 0,
    onRemoved: (what) => removed.push(what),
    signal: disposal.signal,
  });
}

const nextLook = () => timers.some(({ atMs }) => atMs === nowMs + everyMs);

/** Starts a clean-up and waits until it is over. */
async function cleanUp(ownDatabase?: string): Promise<void> {
  disposal.abort();
  disposal = new AbortController();
  start(ownDatabase);
  advance(startAfterMs);
  await expect.poll(nextLook).toBe(true);
}

async function removeAll(): Promise<void> {
  for (const name of await names()) await deleteDB(name);
  for (const name of await caches.keys()) await caches.delete(name);
}

beforeEach(async () => {
  await removeAll();
  nowMs = 1_000_000_000_000;
  timers = [];
  disposal = new AbortController();
  removed = [];
  asked = 0;
  signedIn = [];
  locks = navigator.locks;
});
afterEach(async () => {
  disposal.abort();
  await navigator.locks.request('offstage:cleanup', () => undefined);
  await removeAll();
});

test('expired values are removed from every remaining database [spec-1.3]', async () => {
  signedIn = ['bob'];
  await keep(dataDatabaseName, 'api/old', 1);
  await keep(dataDatabaseName, 'api/new');
  await keep(bob, 'api/old', 1);
  await cleanUp();
  expect(await keysIn(dataDatabaseName)).toEqual(['api/new', 'cleanup/last']);
  expect(await keysIn(bob)).toEqual([]);
  expect(removed).toEqual([
    { expiredEvents: 0, expiredRows: 2, accounts: 0, unknown: 0, heldUp: 0 },
  ]);
});

test('if the caches are denied, everything else is cleaned up', async () => {
  vi.spyOn(caches, 'keys').mockRejectedValueOnce(new DOMException('denied', 'SecurityError'));
  await keep(dataDatabaseName, 'api/old', 1);
  await cleanUp();
  expect(removed).toMatchObject([{ expiredRows: 1, unknown: 0 }]);
});

describe('account databases', () => {
  beforeEach(async () => {
    for (const name of [ann, bob]) await keep(name, 'api/token');
    await keep(dataDatabaseName, 'api/token');
  });

  test('are deleted once their accounts are signed out', async () => {
    signedIn = ['bob'];
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName, bob]);
    expect(removed).toMatchObject([{ accounts: 1 }]);
  });

  test('stay if the signed-in accounts are unknown', async () => {
    signedIn = null;
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName, ann, bob]);
    expect(removed).toEqual([]);
  });

  test('always keep the page’s own account, whatever the server says', async () => {
    await cleanUp(ann);
    expect(await names()).toEqual([dataDatabaseName, ann]);
  });

  test('cause a question to the server only if another account has one', async () => {
    await deleteDB(bob);
    await cleanUp(ann);
    expect(asked).toBe(0);
  });

  test('are deleted even while our pages use them', async () => {
    const store = open(ann);
    await store.get('api/token');
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName]);
    store.close();
  });

  test('wait for a page that holds them open, and delay nothing else', async () => {
    const held = await openDB(ann);
    start();
    advance(startAfterMs);
    await expect
      .poll(() => timers.some(({ atMs }) => atMs === nowMs + deleteDeadlineMs))
      .toBe(true);
    advance(deleteDeadlineMs);
    await expect.poll(() => removed).toMatchObject([{ accounts: 1, heldUp: 1 }]);
    expect(await names()).toContain(ann);
    held.close();
    await expect.poll(names).toEqual([dataDatabaseName]);
  });
});

test('each account has its own database; without a sign-in or a data-sync id, the common one is used [spec-6.1]', () => {
  expect(dataDatabaseOf({ isLoggedIn: true, dataSyncId: 'ann' })).toBe(ann);
  expect(dataDatabaseOf({ isLoggedIn: false, dataSyncId: 'ann' })).toBe(dataDatabaseName);
  expect(dataDatabaseOf({ isLoggedIn: true, dataSyncId: null })).toBe(dataDatabaseName);
});

test('unknown databases, caches and keys are deleted after a month, and never those of others', async () => {
  for (const name of ['offstage-odd', 'somebody-else']) (await openDB(name)).close();
  for (const name of ['offstage-odd', 'somebody-else']) await caches.open(name);
  await keep(dataDatabaseName, 'odd/key');
  await keep(dataDatabaseName, 'api/key');
  await cleanUp();
  expect(removed).toEqual([]);
  advance(unknownLifeMs - everyMs);
  await cleanUp();
  expect(removed).toEqual([]);
  advance(everyMs);
  await cleanUp();
  expect(removed).toMatchObject([{ unknown: 3 }]);
  expect(await names()).toEqual([dataDatabaseName, 'somebody-else']);
  expect(await caches.keys()).toEqual(['somebody-else']);
  expect(await keysIn(dataDatabaseName)).toContain('api/key');
  expect(await keysIn(dataDatabaseName)).not.toContain('odd/key');
});

test('the queue’s database is never deleted', async () => {
  (await openLogDatabase(() => {})).close();
  await keep(ann, 'api/token');
  for (let day = 0; day < 2; day++) {
    await cleanUp();
    advance(2 * unknownLifeMs);
  }
  expect(await names()).toEqual([dataDatabaseName, logDatabaseName]);
});

test('an origin that has only events gets no other database', async () => {
  (await openLogDatabase(() => {})).close();
  await cleanUp();
  expect(await names()).toEqual([logDatabaseName]);
});

describe('once a day', () => {
  const isNoted = async () => (await keysIn(dataDatabaseName)).includes('cleanup/last');

  test('the next page skips the clean-up, and after a day one repeats it', async () => {
    await keep(dataDatabaseName, 'api/token');
    await cleanUp();
    await keep(ann, 'api/token');
    await cleanUp();
    expect(await names()).toContain(ann);
    advance(everyMs);
    await cleanUp();
    expect(await names()).not.toContain(ann);
  });

  test('a page that skips it does not postpone it', async () => {
    await keep(dataDatabaseName, 'api/token');
    await cleanUp();
    await keep(ann, 'api/token');
    const startMs = nowMs;
    advance(everyMs / 2);
    await cleanUp();
    expect(await names()).toContain(ann);
    advance(startMs + everyMs - nowMs);
    await cleanUp();
    expect(await names()).not.toContain(ann);
  });

  test('a page that stays open does it daily', async () => {
    await keep(dataDatabaseName, 'api/token');
    await cleanUp();
    await keep(ann, 'api/token');
    advance(everyMs);
    await expect.poll(names).not.toContain(ann);
  });

  test('a clock that was set back does not postpone it', async () => {
    await keep(dataDatabaseName, 'api/token');
    await cleanUp();
    await keep(ann, 'api/token');
    nowMs -= 400 * everyMs;
    timers = [];
    await cleanUp();
    expect(await names()).not.toContain(ann);
  });

  test('a note that is not a time is ignored', async () => {
    const store = open(dataDatabaseName);
    await store.set('cleanup/last', { when: 'yesterday' }, everyMs);
    await store.set('cleanup/unknown', ['odd'], everyMs);
    store.close();
    await keep(ann, 'api/token');
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName]);
  });

  test('a page that ends in the middle leaves the rest to the next day’s clean-up', async () => {
    for (const name of [ann, bob]) await keep(name, 'api/token');
    const held = await openDB(ann);
    start();
    advance(startAfterMs);
    await expect
      .poll(() => timers.some(({ atMs }) => atMs === nowMs + deleteDeadlineMs))
      .toBe(true);
    disposal.abort();
    held.close();
    await navigator.locks.request('offstage:cleanup', () => undefined);
    expect(await names()).toEqual([dataDatabaseName, bob]);
    expect(await isNoted()).toBe(true);
    advance(everyMs);
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName]);
  });

  test.each(['with', 'without'] as const)(
    'when embeds start together, one does it (%s locks)',
    async (has) => {
      if (has === 'without') locks = null;
      await keep(ann, 'api/token');
      await keep(dataDatabaseName, 'api/token');
      for (let embed = 0; embed < 4; embed++) start();
      advance(startAfterMs);
      await expect.poll(() => timers.filter(({ atMs }) => atMs === nowMs + everyMs).length).toBe(4);
      expect(await names()).toEqual([dataDatabaseName]);
      if (has === 'with') expect(asked).toBe(1);
      expect(removed.length).toBeGreaterThanOrEqual(1);
    },
  );
});

test('nothing happens if the browser cannot list its databases', async () => {
  await keep(ann, 'api/token');
  const { databases } = IDBFactory.prototype;
  try {
    Reflect.deleteProperty(IDBFactory.prototype, 'databases');
    await cleanUp();
  } finally {
    IDBFactory.prototype.databases = databases;
  }
  expect(await names()).toEqual([ann]);
});

test('a page that the browser never calls idle still cleans up', async () => {
  const idle = vi
    .spyOn(globalThis, 'requestIdleCallback')
    .mockImplementation((callback, options) => {
      if (options?.timeout)
        queueMicrotask(() => callback({ didTimeout: true, timeRemaining: () => 0 }));
      return 0;
    });
  try {
    await keep(ann, 'api/token');
    await cleanUp();
    expect(await names()).not.toContain(ann);
  } finally {
    idle.mockRestore();
  }
});

test('a page that ends before its turn does nothing', async () => {
  await keep(ann, 'api/token');
  start();
  disposal.abort();
  advance(startAfterMs);
  expect(timers).toEqual([]);
  expect(await names()).toEqual([ann]);
});

test('a page that ends while it waits for its turn takes no turn', async () => {
  let turns = 0;
  locks = {
    request: (...of: unknown[]) => {
      turns++;
      return Reflect.apply(navigator.locks.request, navigator.locks, of);
    },
    query: () => navigator.locks.query(),
  } as LockManager;
  await keep(ann, 'api/token');
  start();
  advance(startAfterMs);
  await cleanUp();
  expect(turns).toBe(1);
  expect(await names()).toEqual([dataDatabaseName]);
});
