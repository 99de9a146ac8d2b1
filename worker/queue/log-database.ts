import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { ArrivalRow, RequestRow } from './stored-rows.ts';

const logDatabaseName = 'offstage-logs';
const logDatabaseVersion = 1;

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
export type LogTransaction = IDBPTransaction<LogDatabaseSchema, ('arrivals' | 'requests')[], 'readwrite'>;

/** Upgrades in order: the first makes version 1. Append; a published step is never changed, and none drops stored events. */
const upgrades: readonly ((db: LogDatabase) => void)[] = [
  (db) => {
    db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
    const requests = db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
    requests.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
  },
];

/**
 * @param onClosed the connection is gone: the browser closed it, or another page brings a newer version
 * @throws what `indexedDB.open` throws where storage is denied, and an Error where stores are missing
 */
export async function openLogDatabase(onClosed: () => void): Promise<LogDatabase> {
  const db = await openDB<LogDatabaseSchema>(logDatabaseName, logDatabaseVersion, {
    upgrade(database, oldVersion) {
      for (const upgrade of upgrades.slice(oldVersion)) upgrade(database);
    },
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block the upgrade, or the deletion, that another page waits for.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
  const names = db.objectStoreNames;
  if (names.contains('arrivals') && names.contains('requests')) return db;
  db.close();
  throw new Error(`database ${logDatabaseName} lacks its stores`);
}
