import { deleteDB } from 'idb';
import type { LogDatabase, StoreName } from './log-database-schema.ts';

/** Handed over, because a late script that imports what imports it makes the bundler cut the services into five files. */
export interface RepairedDatabase {
  name: string;
  storeNames: readonly StoreName[];
  open(): Promise<LogDatabase>;
  missingStores(db: LogDatabase): StoreName[];
}

/**
 * A database that lacks a store (a page died in the middle of making it, or a browser lost it) is made anew: left as it is, it
 * would keep every page of this origin from storing anything, for ever. What its other store holds is taken along.
 */
export function repairLogDatabase(
  database: RepairedDatabase,
  onRepaired: (message: string) => void,
): Promise<LogDatabase> {
  return alone(async () => {
    // Another page may have been faster.
    const broken = await database.open();
    const missing = database.missingStores(broken);
    if (missing.length === 0) return broken;
    const replaced = await replace(broken, database);
    onRepaired(`the database had no ${missing.join(' and no ')}`);
    return replaced;
  });
}

/** One repair at a time: the second of two would delete what pages have stored since the first. */
function alone<T>(job: () => Promise<T>): Promise<T> {
  // Missing without https; where they are denied, so is the database.
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
