import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openLogDatabase } from '../../../../../worker/events/queue/log-database.ts';
import { logDatabaseName } from '../../../../../worker/events/queue/log-database-name.ts';
import {
  dataDatabaseName,
  dataDatabaseOf,
} from '../../../../../worker/storage/data/database-names.ts';
import {
  advance,
  ann,
  bob,
  cleanUp,
  deleteDeadlineMs,
  endScene,
  everyMs,
  keep,
  keysIn,
  names,
  open,
  scene,
  startHeldUp,
  startScene,
  unknownLifeMs,
} from './cleanup-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test('expired values are removed from every remaining database [spec-1.3]', async () => {
  scene.signedIn = ['bob'];
  await keep(dataDatabaseName, 'api/old', 1);
  await keep(dataDatabaseName, 'api/new');
  await keep(bob, 'api/old', 1);
  await cleanUp();
  expect(await keysIn(dataDatabaseName)).toEqual(['api/new', 'cleanup/last']);
  expect(await keysIn(bob)).toEqual([]);
  expect(scene.removed).toEqual([
    { expiredEvents: 0, expiredRows: 2, accounts: 0, unknown: 0, heldUp: 0 },
  ]);
});

test('if the caches are denied, everything else is cleaned up', async () => {
  vi.spyOn(caches, 'keys').mockRejectedValueOnce(new DOMException('denied', 'SecurityError'));
  await keep(dataDatabaseName, 'api/old', 1);
  await cleanUp();
  expect(scene.removed).toMatchObject([{ expiredRows: 1, unknown: 0 }]);
});

describe('account databases', () => {
  beforeEach(async () => {
    for (const name of [ann, bob]) await keep(name, 'api/token');
    await keep(dataDatabaseName, 'api/token');
  });

  test('are deleted once their accounts are signed out', async () => {
    scene.signedIn = ['bob'];
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName, bob]);
    expect(scene.removed).toMatchObject([{ accounts: 1 }]);
  });

  test('stay if the signed-in accounts are unknown', async () => {
    scene.signedIn = null;
    await cleanUp();
    expect(await names()).toEqual([dataDatabaseName, ann, bob]);
    expect(scene.removed).toEqual([]);
  });

  test('always keep the page’s own account, whatever the server says', async () => {
    await cleanUp(ann);
    expect(await names()).toEqual([dataDatabaseName, ann]);
  });

  test('cause a question to the server only if another account has one', async () => {
    await deleteDB(bob);
    await cleanUp(ann);
    expect(scene.asked).toBe(0);
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
    await startHeldUp();
    advance(deleteDeadlineMs);
    await expect.poll(() => scene.removed).toMatchObject([{ accounts: 1, heldUp: 1 }]);
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
  expect(scene.removed).toEqual([]);
  advance(unknownLifeMs - everyMs);
  await cleanUp();
  expect(scene.removed).toEqual([]);
  advance(everyMs);
  await cleanUp();
  expect(scene.removed).toMatchObject([{ unknown: 3 }]);
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
