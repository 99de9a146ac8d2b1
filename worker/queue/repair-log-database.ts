import { deleteDB } from 'idb';
import { type LogDatabase, missingStores, storeNames } from './log-database.ts';
import { logDatabaseName } from './log-database-name.ts';

/**
 * A database that lacks a store (a page died in the middle of making it, or a browser lost it) is made anew: left as it is, it
 * would keep every page of this origin from storing anything, for ever. What its other store holds is taken along.
 */
export function repairLogDatabase(
  open: () => Promise<LogDatabase>,
  onRepaired: (message: string) => void,
): Promise<LogDatabase> {
  return alone(async () => {
    // Another page may have been faster.
    const broken = await open();
    const missing = missingStores(broken);
    if (missing.length === 0) return broken;
    const replaced = await replace(broken, open);
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

async function replace(broken: LogDatabase, open: () => Promise<LogDatabase>): Promise<LogDatabase> {
  const left = storeNames.filter((name) => broken.objectStoreNames.contains(name));
  const rows = await Promise.all(left.map(async (name) => ({ name, values: await broken.getAll(name) })));
  broken.close();
  await deleteDB(logDatabaseName);
  const db = await open();
  const tx = db.transaction(storeNames, 'readwrite', { durability: 'strict' });
  await Promise.all(
    rows.flatMap(({ name, values }) => values.map((value) => tx.objectStore(name).put(value))),
  );
  await tx.done;
  return db;
}
