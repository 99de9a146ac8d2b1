import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dataDatabaseName } from '../../../../../worker/storage/data/database-names.ts';
import {
  advance,
  ann,
  bob,
  cleanUp,
  endScene,
  everyMs,
  keep,
  keysIn,
  names,
  open,
  scene,
  start,
  startAfterMs,
  startHeldUp,
  startScene,
} from './cleanup-scene.ts';

beforeEach(startScene);
afterEach(endScene);

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
    const startMs = scene.nowMs;
    advance(everyMs / 2);
    await cleanUp();
    expect(await names()).toContain(ann);
    advance(startMs + everyMs - scene.nowMs);
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
    scene.nowMs -= 400 * everyMs;
    scene.timers = [];
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
    await startHeldUp();
    scene.disposal.abort();
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
      if (has === 'without') scene.locks = null;
      await keep(ann, 'api/token');
      await keep(dataDatabaseName, 'api/token');
      for (let embed = 0; embed < 4; embed++) start();
      advance(startAfterMs);
      await expect
        .poll(() => scene.timers.filter(({ atMs }) => atMs === scene.nowMs + everyMs).length)
        .toBe(4);
      expect(await names()).toEqual([dataDatabaseName]);
      if (has === 'with') expect(scene.asked).toBe(1);
      expect(scene.removed.length).toBeGreaterThanOrEqual(1);
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
  scene.disposal.abort();
  advance(startAfterMs);
  expect(scene.timers).toEqual([]);
  expect(await names()).toEqual([ann]);
});

test('a page that ends while it waits for its turn takes no turn', async () => {
  let turns = 0;
  scene.locks = {
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
