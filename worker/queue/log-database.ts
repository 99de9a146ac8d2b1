import { openDB } from 'idb';
import { logDatabaseName } from './log-database-name.ts';
import type {
  LogDatabase,
  LogDatabaseSchema,
  StoreName,
  UpgradeTransaction,
} from './log-database-schema.ts';
import { nameRequestFields } from './name-request-fields.ts';

const storeNames = ['arrivals', 'requests'] as const satisfies readonly StoreName[];

/** Steps in order: the first makes version 1. Append; a published step is never changed, and none drops stored events. */
export type Upgrade = (db: LogDatabase, tx: UpgradeTransaction) => void | Promise<void>;

export const logDatabaseUpgrades: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('arrivals', { keyPath: ['sid', 'lastSeq'] });
    const requests = db.createObjectStore('requests', { keyPath: 'id', autoIncrement: true });
    requests.createIndex('byOwner', ['owner', 'status', 'statusSinceMs']);
  },
  (_db, tx) => nameRequestFields(tx),
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
      // If a step fails opening fails too, which says why.
      tx.done.catch(() => undefined);
      try {
        for (const upgrade of upgrades.slice(oldVersion)) await upgrade(database, tx);
      } catch {
        tx.abort();
      }
    },
    blocking: (_current, _blocked, event) => {
      // An embed that stays open for hours must not block the upgrade, or the deletion, that another page waits for.
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}
