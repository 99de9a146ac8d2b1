import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { databaseNames, dataDatabaseName } from './database-names.ts';

export interface DataRow {
  key: string;
  value: unknown;
  /** Unix time in milliseconds on the viewer's clock. */
  expiresMs: number;
}

interface DataSchema extends DBSchema {
  values: { key: string; value: DataRow };
}
export type DataDatabase = IDBPDatabase<DataSchema>;

/** @throws (rejects) the error of `indexedDB.open` where storage is denied */
export function openDataDatabase(
  onClosed: () => void,
  name = dataDatabaseName,
): Promise<DataDatabase> {
  return openDB<DataSchema>(name, 1, {
    upgrade: (db) => void db.createObjectStore('values', { keyPath: 'key' }),
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block an upgrade or a deletion by another page.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/**
 * Whether any page of this origin has stored something. Does not create the database.
 * @returns `true` where the browser cannot tell
 */
export async function hasDataDatabase(): Promise<boolean> {
  return (await databaseNames())?.includes(dataDatabaseName) ?? true;
}
