import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { countArchived } from '../sqlite/count-archived.ts';
import { fileLimits } from '../sqlite/file-limits.ts';
import { findDamage } from '../sqlite/find-damage.ts';
import { sqliteMigrations } from '../sqlite/sqlite-migrations.ts';
import type { BackupCounts } from './backup-call.ts';
import { backupLimits } from './backup-limits.ts';

const countSchema = z.object({ count: z.number() });
const versionSchema = z.object({ user_version: z.number() });

/**
 * Checks every page of a store's file, and counts its events. The file must be in no use.
 * @returns `BACKUP_UNUSABLE` if it is damaged, no event store, or of a newer program
 */
export function checkStoreFile(file: string): Result<BackupCounts, 'BACKUP_UNUSABLE'> {
  const unusable = (cause: string) => err('BACKUP_UNUSABLE', `${file} cannot be used (${cause}).`);
  if (existsSync(`${file}-wal`))
    return unusable(`it is incomplete without ${file}-wal; offstage backup copies a store`);
  let database: DatabaseSync | null = null;
  try {
    const url = pathToFileURL(file);
    // Otherwise SQLite would leave empty journal files beside it.
    url.searchParams.set('immutable', '1');
    database = new DatabaseSync(url, { readOnly: true });
    const { user_version: version } = versionSchema.parse(
      database.prepare('PRAGMA user_version').get(),
    );
    const hasEvents =
      database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() !== undefined;
    if (version === 0 || !hasEvents) return unusable('it is no event store');
    if (version > sqliteMigrations.length)
      return unusable(
        `it has version ${version}, and this program supports versions up to ${sqliteMigrations.length}`,
      );
    const damage = findDamage(database);
    if (damage !== null) return unusable(`it is damaged: ${damage}`);
    const row = database.prepare('SELECT count(*) AS count FROM events').get();
    return ok({ eventCount: countSchema.parse(row).count, archivedCount: countArchived(database) });
  } catch (error) {
    return unusable(error instanceof Error ? error.message : String(error));
  } finally {
    database?.close();
  }
}

export interface SqliteBackupDeps {
  /** @param part 0 to 1 */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Copies a store's state of one moment, while servers write to it.
 * @throws what SQLite throws, or if it was stopped
 */
export async function copySqliteStore(
  from: string,
  to: string,
  { onProgress, signal }: SqliteBackupDeps,
): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: fileLimits.busyTimeoutMs });
  try {
    // Without a transaction of its own, SQLite begins again at each write of a server.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, to, {
      rate: backupLimits.pagesAtOnce,
      progress({ totalPages, remainingPages }) {
        signal.throwIfAborted();
        onProgress(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
      },
    });
    signal.throwIfAborted();
  } finally {
    source.close();
  }
}
