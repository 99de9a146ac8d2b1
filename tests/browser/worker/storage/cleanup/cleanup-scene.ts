import { deleteDB, openDB } from 'idb';
import { expect } from 'vitest';
import { cleanupLimits } from '../../../../../shared/limits/cleanup-limits.ts';
import type { Removed } from '../../../../../worker/storage/cleanup/clean-storage.ts';
import { startCleanup } from '../../../../../worker/storage/cleanup/start-cleanup.ts';
import { openDataDatabase } from '../../../../../worker/storage/data/data-database.ts';
import type { DataKey } from '../../../../../worker/storage/data/data-keys.ts';
import { createDataStore } from '../../../../../worker/storage/data/data-store.ts';
import {
  accountDatabasePrefix,
  dataDatabaseName,
} from '../../../../../worker/storage/data/database-names.ts';

export const { startAfterMs, everyMs, unknownLifeMs, deleteDeadlineMs } = cleanupLimits;
export const ann = `${accountDatabasePrefix}ann`;
export const bob = `${accountDatabasePrefix}bob`;

/** The state of a test of the clean-up; new before each test. */
interface CleanUpScene {
  nowMs: number;
  timers: { atMs: number; callback: () => void }[];
  disposal: AbortController;
  removed: Removed[];
  asked: number;
  signedIn: string[] | null;
  locks: LockManager | null;
}

export const scene = {} as CleanUpScene;

const clock = {
  now: () => scene.nowMs,
  setTimer(callback: () => void, ms: number) {
    const timer = { atMs: scene.nowMs + ms, callback };
    scene.timers.push(timer);
    return () => {
      scene.timers = scene.timers.filter((other) => other !== timer);
    };
  },
};

/** Advances the clock and calls due timers. Their effects take real time. */
export function advance(ms: number): void {
  scene.nowMs += ms;
  const due = scene.timers.filter(({ atMs }) => atMs <= scene.nowMs);
  scene.timers = scene.timers.filter((timer) => !due.includes(timer));
  for (const { callback } of due) callback();
}

export const open = (name: string) =>
  createDataStore({
    canKeep: () => true,
    open: (onClosed) => openDataDatabase(onClosed, name),
    clock,
    onError: () => {},
  });

export async function keep(name: string, key: string, lifeMs = 100 * unknownLifeMs): Promise<void> {
  const store = open(name);
  await store.set(key as DataKey, 'value', lifeMs);
  store.close();
}

export async function keysIn(name: string): Promise<string[]> {
  const db = await openDB(name);
  try {
    return (await db.getAllKeys('values')).map(String);
  } finally {
    db.close();
  }
}

export async function names(): Promise<string[]> {
  return (await indexedDB.databases()).flatMap(({ name }) => name ?? []).sort();
}

export function start(ownDatabase = dataDatabaseName): void {
  startCleanup({
    clock,
    locks: scene.locks,
    ownDatabase,
    openStore: open,
    async askSignedIn() {
      scene.asked++;
      return scene.signedIn;
    },
    dropExpiredEvents: async () => 0,
    onRemoved: (what) => scene.removed.push(what),
    signal: scene.disposal.signal,
  });
}

const nextLook = () => scene.timers.some(({ atMs }) => atMs === scene.nowMs + everyMs);

/** Starts a clean-up and waits until a database that a page holds open delays it. */
export async function startHeldUp(): Promise<void> {
  start();
  advance(startAfterMs);
  await expect
    .poll(() => scene.timers.some(({ atMs }) => atMs === scene.nowMs + deleteDeadlineMs))
    .toBe(true);
}

/** Starts a clean-up and waits until it is over. */
export async function cleanUp(ownDatabase?: string): Promise<void> {
  scene.disposal.abort();
  scene.disposal = new AbortController();
  start(ownDatabase);
  advance(startAfterMs);
  await expect.poll(nextLook).toBe(true);
}

async function removeAll(): Promise<void> {
  for (const name of await names()) await deleteDB(name);
  for (const name of await caches.keys()) await caches.delete(name);
}

export async function startScene(): Promise<void> {
  await removeAll();
  scene.nowMs = 1_000_000_000_000;
  scene.timers = [];
  scene.disposal = new AbortController();
  scene.removed = [];
  scene.asked = 0;
  scene.signedIn = [];
  scene.locks = navigator.locks;
}

export async function endScene(): Promise<void> {
  scene.disposal.abort();
  await navigator.locks.request('offstage:cleanup', () => undefined);
  await removeAll();
}
