import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { StoreDriver } from '../store-driver.ts';
import { fileLimits } from './file-limits.ts';
import { createSqliteDriver } from './open-sqlite-store.ts';
import { sqliteMigrations } from './sqlite-migrations.ts';

/**
 * Opens a store read-only, beside a server that writes to it. It creates, changes and migrates
 * nothing.
 * @returns a driver that the caller closes; `STORE_MISSING`, `STORE_OLDER`, `STORE_NEWER` or
 *   `STORE_UNREADABLE`
 */
export function openSqliteSnapshot(
  file: string,
): Result<StoreDriver, 'STORE_MISSING' | 'STORE_OLDER' | 'STORE_NEWER' | 'STORE_UNREADABLE'> {
  if (!existsSync(file))
    return err(
      'STORE_MISSING',
      `There is no event store ${file}; start the server once, or name its directory with --data.`,
    );
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: fileLimits.busyTimeoutMs });
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version === sqliteMigrations.length) return ok(createSqliteDriver(database));
    database.close();
    return version < sqliteMigrations.length
      ? err(
          'STORE_OLDER',
          `The event store ${file} has an older version; start the server once to update it.`,
        )
      : err(
          'STORE_NEWER',
          `The event store ${file} has version ${version}, but this program supports versions up to ${sqliteMigrations.length}; use the newer program.`,
        );
  } catch (error) {
    database?.close();
    const cause = error instanceof Error ? error.message : String(error);
    return err(
      'STORE_UNREADABLE',
      `The event store ${file} cannot be read (${cause}); choose another directory with --data.`,
    );
  }
}
