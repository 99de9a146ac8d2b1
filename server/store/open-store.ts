import { join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { EventArchive } from './event-archive.ts';
import type { EventStore } from './event-store.ts';
import type { PostgresHost } from './postgres/postgres-url.js';
import type { CountingLimits } from './reports/report-limits.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

/** Where one store is. */
export interface StorePlace extends Pick<ServerOptions, 'replica'> {
  /** `null` for a file in the data directory. */
  postgres: readonly PostgresHost[] | null;
  dataDir: string;
  /** Where events are read that have left the store; missing if it is not known. */
  archive?: EventArchive;
}

/** Its name beside those of databases, for example in ClickHouse. */
export const sqliteStoreName = 'sqlite';

/**
 * Opens the configured store.
 * @param warn gets a sentence before each step of an upgrade, and when the database goes away or
 *   comes back
 * @param now milliseconds of any clock; default: the process's own
 * @param counting of reports; default: the limits of every server
 */
export async function openStore(
  { postgres, replica, dataDir, archive }: StorePlace,
  warn: (sentence: string) => void,
  now?: () => number,
  counting?: CountingLimits,
): Promise<Result<EventStore>> {
  if (postgres === null)
    return openSqliteStore(join(dataDir, 'events.sqlite'), {
      warn,
      ...(now && { now }),
      counting,
      ...(archive && { archive }),
    });
  // Loaded only if used.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return openPostgresStore(postgres, { warn, replica, counting, ...(archive && { archive }) });
}
