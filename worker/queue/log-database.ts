import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { logDatabaseName } from './log-database-name.ts';
import type { ArrivalRow, RequestRow } from './stored-rows.ts';

const storeNames: StoreName[] = ['arrivals', 'requests'];

/** Rows are typed `unknown` where they are read: see `stored-rows.ts`. */
export interface LogDatabaseSchema extends DBSchema {
  arrivals: { key: [sid: string, lastSeq: number]; value: ArrivalRow };
  requests: {
    key: number;
    value: Omit<RequestRow, 'id'> & { id?: number };
    /** An owner's requests in the order of their turns. */
    indexes: { byOwner: [owner: string, status: string, statusSinceMs: number] };
  };
}
export type LogDatabase = IDBPDatabase<LogDatabaseSchema>;
type StoreName = 'arrivals' | 'requests';
export type LogTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'readwrite'>;

/** Steps in order: the first makes version 1. Append; a published step is never changed, and none drops stored events. */
export type Upgrade = (db: LogDatabase, tx: UpgradeTransaction) => void;
type UpgradeTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'versionchange'>;

export const logDatabaseUpgrades: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
    const requests = db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
    requests.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
  },
];

/**
 * @param onClosed the connection is gone: the browser closed it, or another page brings a newer version
 * @param onRepaired stores were missing, and the database has been made anew
 * @throws (rejects) what `indexedDB.open` throws where storage is denied, or a newer version's database is found
 */
export async function openLogDatabase(
  onClosed: () => void,
  upgrades: readonly Upgrade[] = logDatabaseUpgrades,
  onRepaired: (message: string) => void = () => {},
): Promise<LogDatabase> {
  const db = await open(onClosed, upgrades);
  if (missingStores(db).length === 0) return db;
  db.close();
  return alone(async () => {
    // Another page may have been faster.
    const broken = await open(onClosed, upgrades);
    const missing = missingStores(broken);
    if (missing.length === 0) return broken;
    const replaced = await replaceBroken(broken, () => open(onClosed, upgrades));
    onRepaired(`the database had no ${missing.join(' and no ')}`);
    return replaced;
  });
}

function missingStores(db: LogDatabase): StoreName[] {
  return storeNames.filter((name) => !db.objectStoreNames.contains(name));
}

/** One repair at a time: the second of two would delete what pages have stored since the first. */
function alone<T>(job: () => Promise<T>): Promise<T> {
  // Missing without https; where they are denied, so is the database.
  const { locks } = navigator as { locks?: LockManager };
  return locks === undefined ? job() : locks.request('offstage-logs-repair', job);
}

function open(onClosed: () => void, upgrades: readonly Upgrade[]): Promise<LogDatabase> {
  return openDB<LogDatabaseSchema>(logDatabaseName, upgrades.length, {
    upgrade(database, oldVersion, _newVersion, tx) {
      for (const upgrade of upgrades.slice(oldVersion)) upgrade(database, tx);
    },
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block the upgrade, or the deletion, that another page waits for.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/**
 * A database that lacks a store (a page died in the middle of making it, or a browser lost it) is made anew: left as it is, it
 * would keep every page of this origin from storing anything, for ever. What its other store holds is taken along.
 */
async function replaceBroken(broken: LogDatabase, reopen: () => Promise<LogDatabase>): Promise<LogDatabase> {
  const left = storeNames.filter((name) => broken.objectStoreNames.contains(name));
  const rows = await Promise.all(left.map(async (name) => ({ name, values: await broken.getAll(name) })));
  broken.close();
  await deleteDB(logDatabaseName);
  const db = await reopen();
  const tx = db.transaction(storeNames, 'readwrite', { durability: 'strict' });
  await Promise.all(
    rows.flatMap(({ name, values }) => values.map((value) => tx.objectStore(name).put(value))),
  );
  await tx.done;
  return db;
}
