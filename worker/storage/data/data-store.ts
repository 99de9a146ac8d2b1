import { dataLimits } from '../../../shared/limits/data-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import { classifyDatabaseError } from './classify-database-error.ts';
import type { DataDatabase, DataRow } from './data-database.ts';
import type { DataKey } from './data-keys.ts';
import { connectDatabase, type DatabaseConnection } from './database-connection.ts';

/**
 * Small values that outlive the page: tokens, ids, preferences, reports that wait for the network.
 * All pages of the origin share them. The database opens at the first use. Where the browser denies
 * storage, values live as long as these services.
 */
export interface DataStore {
  /**
   * @returns `undefined` if there is no value or it has expired. Untrusted: callers check its
   * shape.
   */
  get(key: string): Promise<unknown>;
  /**
   * @param value structured-cloneable
   * @param lifeMs how long to keep it, from now
   */
  set(key: DataKey, value: unknown, lifeMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Sorted by name; expired values are left out. */
  keys(prefix: string): Promise<string[]>;
  /**
   * Deletes expired rows, rows of another shape, and rows that a fast clock would keep for ever.
   * @returns how many were deleted
   */
  removeExpired(): Promise<number>;
  /** Deletes all values of all pages, even when storing is no longer allowed. */
  clear(): Promise<void>;
  close(): void;
}

export interface DataStoreDeps {
  open(onClosed: () => void): Promise<DataDatabase>;
  /** Whether values may outlive the page now. */
  canKeep(): boolean;
  clock: Clock;
  /** The database failed; from then on these services keep values in memory. */
  onError(code: DatabaseError, message: string): void;
}

export function createDataStore({ open, canKeep, clock, onError }: DataStoreDeps): DataStore {
  /** Values that the database did not store. */
  const memory = new Map<string, DataRow>();
  let connection: DatabaseConnection<DataDatabase> | null = null;
  let isClosed = false;

  /** @returns `null` if the database failed, or must not be used */
  async function attempt<T>(job: (db: DataDatabase) => Promise<T>): Promise<{ value: T } | null> {
    return canKeep() ? run(job) : null;
  }

  async function run<T>(job: (db: DataDatabase) => Promise<T>): Promise<{ value: T } | null> {
    if (isClosed) return null;
    try {
      if (connection === null) {
        connection = connectDatabase(open, clock);
        // Each use of the connection gets this failure.
        connection.opened.catch(() => undefined);
      }
      return { value: await connection.run(job) };
    } catch (error) {
      onError(classifyDatabaseError(error), String(error));
      return null;
    }
  }

  function isAlive(row: DataRow | undefined): row is DataRow {
    return row !== undefined && row.expiresMs > clock.now();
  }

  function isKept(row: DataRow): boolean {
    return isAlive(row) && row.expiresMs - clock.now() <= dataLimits.lifeMaxMs;
  }

  function isDataRow(value: unknown): value is DataRow {
    return (
      typeof value === 'object' &&
      value !== null &&
      'expiresMs' in value &&
      typeof value.expiresMs === 'number'
    );
  }

  return {
    async get(key) {
      const kept = memory.get(key);
      if (isAlive(kept)) return kept.value;
      const found = await attempt((db) => db.get('values', key));
      const row = found?.value;
      return isDataRow(row) && isAlive(row) ? row.value : undefined;
    },
    async set(key, value, lifeMs) {
      const row = { key, value, expiresMs: clock.now() + Math.min(lifeMs, dataLimits.lifeMaxMs) };
      const stored = await attempt((db) => db.put('values', row));
      if (stored === null) memory.set(key, row);
      else memory.delete(key);
    },
    async delete(key) {
      memory.delete(key);
      await attempt((db) => db.delete('values', key));
    },
    async keys(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const found = await attempt((db) => db.getAll('values', range));
      const rows = [...(found?.value ?? []).filter(isDataRow), ...memory.values()];
      const names = rows
        .filter((row) => row.key.startsWith(prefix) && isAlive(row))
        .map(({ key }) => key);
      return [...new Set(names)].sort();
    },
    async removeExpired() {
      const removed = await attempt(async (db) => {
        const tx = db.transaction('values', 'readwrite');
        let count = 0;
        for (
          let cursor = await tx.store.openCursor();
          cursor !== null;
          cursor = await cursor.continue()
        ) {
          if (isDataRow(cursor.value) && isKept(cursor.value)) continue;
          await cursor.delete();
          count++;
        }
        await tx.done;
        return count;
      });
      return removed?.value ?? 0;
    },
    async clear() {
      memory.clear();
      await run((db) => db.clear('values'));
      connection?.close();
      connection = null;
    },
    close() {
      isClosed = true;
      connection?.close();
    },
  };
}
