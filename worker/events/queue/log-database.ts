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

/**
 * Upgrade steps in order; the first makes version 1. Only append: never change a published step,
 * and never drop stored events.
 */
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
