import { deleteDB } from 'idb';
import type { LogDatabase, StoreName } from './log-database-schema.ts';

/**
 * Passed in instead of imported: an import shared with this late script makes the bundler split the
 * services into five files.
 */
export interface RepairedDatabase {
  name: string;
  storeNames: readonly StoreName[];
  open(): Promise<LogDatabase>;
  missingStores(db: LogDatabase): StoreName[];
}

/**
 * Creates a database again that lacks a store: a page died while creating it, or a browser lost the
 * store. Otherwise no page of this origin could ever store anything. The rows of the other store
 * are kept.
 */
export function repairLogDatabase(
  database: RepairedDatabase,
  onRepaired: (message: string) => void,
): Promise<LogDatabase> {
  return alone(async () => {
    // Another page may have repaired it first.
    const broken = await database.open();
    const missing = database.missingStores(broken);
    if (missing.length === 0) return broken;
    const replaced = await replace(broken, database);
    onRepaired(`the database had no ${missing.join(' and no ')}`);
    return replaced;
  });
}

/** One repair at a time: a second one would delete what pages have stored since the first. */
function alone<T>(job: () => Promise<T>): Promise<T> {
  // Locks are missing without https. Where they are denied, so is the database.
  const { locks } = navigator as { locks?: LockManager };
  return locks === undefined ? job() : locks.request('offstage-logs-repair', job);
}

async function replace(
  broken: LogDatabase,
  { name, storeNames, open }: RepairedDatabase,
): Promise<LogDatabase> {
  const left = storeNames.filter((store) => broken.objectStoreNames.contains(store));
  const rows = await Promise.all(
    left.map(async (store) => ({ store, values: await broken.getAll(store) })),
  );
  broken.close();
  await deleteDB(name);
  const db = await open();
  const tx = db.transaction(storeNames, 'readwrite', { durability: 'strict' });
  await Promise.all(
    rows.flatMap(({ store, values }) => values.map((value) => tx.objectStore(store).put(value))),
  );
  await tx.done;
  return db;
}
