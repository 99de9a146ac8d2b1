import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in a transaction that may write.
 * @returns what `work` returns
 * @throws what `work` throws, or SQLite's error; nothing is written then
 */
export function transact<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself if the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
