import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export interface DataRow {
  key: string;
  value: unknown;
  /** On the viewer's clock. */
  expiresMs: number;
}

interface DataSchema extends DBSchema {
  values: { key: string; value: DataRow };
}
export type DataDatabase = IDBPDatabase<DataSchema>;

export const dataDatabaseName = 'offstage-data';

/** @throws (rejects) what `indexedDB.open` throws where storage is denied */
export function openDataDatabase(onClosed: () => void): Promise<DataDatabase> {
  return openDB<DataSchema>(dataDatabaseName, 1, {
    upgrade: (db) => void db.createObjectStore('values', { keyPath: 'key' }),
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block the upgrade, or the deletion, that another page waits for.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}

/** Whether any page of this origin has kept something; does not make the database. @returns `true` where the browser cannot say */
export async function hasDataDatabase(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === dataDatabaseName);
  } catch (error) {
    // A TypeError: a browser without this method. All else means that storage is denied.
    return error instanceof TypeError;
  }
}
