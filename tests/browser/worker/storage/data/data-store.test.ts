import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataLimits } from '../../../../../shared/limits/data-limits.ts';
import { openDataDatabase } from '../../../../../worker/storage/data/data-database.ts';
import { createDataStore, type DataStore } from '../../../../../worker/storage/data/data-store.ts';
import { dataDatabaseName } from '../../../../../worker/storage/data/database-names.ts';

const day = 86_400_000;
let nowMs: number;
let errors: string[];
const stores: DataStore[] = [];

let canKeep: boolean;

function make(open = openDataDatabase): DataStore {
  const clock = {
    now: () => nowMs,
    setTimer(callback: () => void, ms: number) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
  const store = createDataStore({
    open,
    canKeep: () => canKeep,
    clock,
    onError: (code) => errors.push(code),
  });
  stores.push(store);
  return store;
}

beforeEach(() => {
  nowMs = 1_000_000;
  canKeep = true;
  errors = [];
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.close();
  await deleteDB(dataDatabaseName);
});

test('a value is kept for the next page of the origin until it expires or is deleted', async () => {
  const store = make();
  await store.set('api/token', { text: 'a' }, day);
  await store.set('api/id', 'b', 2 * day);
  const next = make();
  expect(await next.get('api/token')).toEqual({ text: 'a' });
  expect(await next.get('api/other')).toBeUndefined();
  nowMs += day;
  expect(await next.get('api/token')).toBeUndefined();
  expect(await next.keys('')).toEqual(['api/id']);
  expect(await next.removeExpired()).toBe(1);
  await next.delete('api/id');
  expect(await store.get('api/id')).toBeUndefined();
  expect(errors).toEqual([]);
});

test('keys are found by prefix, in order', async () => {
  const store = make();
  for (const key of ['api/b/2', 'api/a', 'api/b/1', 'api/c'] as const) await store.set(key, 1, day);
  expect(await store.keys('api/b/')).toEqual(['api/b/1', 'api/b/2']);
});

test('a foreign row is not a value, and is cleaned up', async () => {
  await make().set('api/mine', 1, day);
  const db = await openDB(dataDatabaseName);
  await db.put('values', { key: 'theirs', text: 'no expiry' });
  db.close();
  const store = make();
  expect(await store.get('theirs')).toBeUndefined();
  expect(await store.keys('')).toEqual(['api/mine']);
  expect(await store.removeExpired()).toBe(1);
});

test('every value expires, and values written by a fast clock are cleaned up', async () => {
  const store = make();
  await store.set('api/token', 1, Number.POSITIVE_INFINITY);
  expect(await store.removeExpired()).toBe(0);
  nowMs += dataLimits.lifeMaxMs;
  expect(await store.get('api/token')).toBeUndefined();
  await store.set('api/token', 2, 2 * dataLimits.lifeMaxMs);
  nowMs -= day;
  expect(await store.get('api/token')).toBe(2);
  expect(await store.removeExpired()).toBe(1);
});

test('no database is opened before the first use', async () => {
  let opened = 0;
  const store = make((onClosed) => {
    opened++;
    return openDataDatabase(onClosed);
  });
  expect(opened).toBe(0);
  await store.get('api/any');
  expect(opened).toBe(1);
});

describe('if storage is denied', () => {
  const denied = () => Promise.reject(new DOMException('denied', 'SecurityError'));

  test('values live as long as the services, and the error is reported', async () => {
    const store = make(denied);
    await store.set('api/token', 'a', day);
    expect(await store.get('api/token')).toBe('a');
    expect(await store.keys('api/to')).toEqual(['api/token']);
    expect(errors).toContain('AUTH_INVALID');
    nowMs += day;
    expect(await store.get('api/token')).toBeUndefined();
    await store.set('api/token', 'b', day);
    await store.delete('api/token');
    expect(await store.get('api/token')).toBeUndefined();
  });
});

test('a database deleted under the store is opened again', async () => {
  const store = make();
  await store.set('api/token', 'a', day);
  await deleteDB(dataDatabaseName);
  expect(await store.get('api/token')).toBeUndefined();
  await store.set('api/token', 'b', day);
  expect(await make().get('api/token')).toBe('b');
});
