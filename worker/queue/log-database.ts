import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { logDatabaseName } from './log-database-name.ts';
import { nameRequestFields } from './name-request-fields.ts';
import type { ArrivalRow, RequestRow } from './stored-rows.ts';

/** Rows are checked when they are read: see `stored-rows.ts`. */
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
const storeNames = ['arrivals', 'requests'] as const;
export type StoreName = (typeof storeNames)[number];
export type LogTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'readwrite'>;

/**
 * Upgrade steps in order; the first makes version 1. Only append: never change a published step,
 * and never drop stored events.
 */
export type Upgrade = (db: LogDatabase, tx: UpgradeTransaction) => void | Promise<void>;
export type UpgradeTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'versionchange'>;

export const logDatabaseUpgrades: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
    const requests = db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
    requests.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
  },
  (_db, tx) => nameRequestFields(tx),
];

/**
 * @param onClosed the connection is gone: the browser closed it, or another page opens a newer
 * version
 * @param onRepaired stores were missing, and the database has been created again
 * @throws (rejects) the error of `indexedDB.open` where storage is denied or a newer version's
 * database exists
 */
export async function openLogDatabase(
  onClosed: () => void,
  upgrades: readonly Upgrade[] = logDatabaseUpgrades,
  onRepaired: (message: string) => void = () => {},
): Promise<LogDatabase> {
  const openAgain = () => open(onClosed, upgrades);
  const db = await openAgain();
  if (missingStores(db).length === 0) return db;
  db.close();
  const { repairLogDatabase } = await import('./repair-log-database.ts');
  return repairLogDatabase(
    { name: logDatabaseName, storeNames, open: openAgain, missingStores },
    onRepaired,
  );
}

function missingStores(db: LogDatabase): StoreName[] {
  return storeNames.filter((name) => !db.objectStoreNames.contains(name));
}

function open(onClosed: () => void, upgrades: readonly Upgrade[]): Promise<LogDatabase> {
  return openDB<LogDatabaseSchema>(logDatabaseName, upgrades.length, {
    async upgrade(database, oldVersion, _newVersion, tx) {
      // If a step fails, opening fails too, with the cause.
      tx.done.catch(() => undefined);
      try {
        for (const upgrade of upgrades.slice(oldVersion)) await upgrade(database, tx);
      } catch {
        tx.abort();
      }
    },
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block an upgrade or a deletion by another page.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}
