import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
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
export type StoreName = StoreNames<LogDatabaseSchema>;
export type LogTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'readwrite'>;
export type UpgradeTransaction = IDBPTransaction<LogDatabaseSchema, StoreName[], 'versionchange'>;
