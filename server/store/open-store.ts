import { join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { EventStore } from './event-store.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

/**
 * Opens the configured store.
 * @param warn gets a sentence before each step of an upgrade, and when the database goes away or
 *   comes back
 * @param now milliseconds of any clock; default: the process's own
 */
export async function openStore(
  { postgres, replica, dataDir }: Pick<ServerOptions, 'postgres' | 'replica'> & { dataDir: string },
  warn: (sentence: string) => void,
  now?: () => number,
): Promise<Result<EventStore>> {
  if (postgres === null)
    return openSqliteStore(join(dataDir, 'events.sqlite'), { warn, ...(now && { now }) });
  // Loaded only if used.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return openPostgresStore(postgres, { warn, replica });
}
