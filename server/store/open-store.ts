import { join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { EventStore } from './event-store.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';

/**
 * Opens the store that the operator has chosen.
 * @param tell gets a sentence when its database goes and comes back
 * @param now milliseconds of any clock; the process's own where it is missing
 */
export async function openStore(
  { postgres, replica, dataDir }: Pick<ServerOptions, 'postgres' | 'replica'> & { dataDir: string },
  tell: (sentence: string) => void,
  now?: () => number,
): Promise<Result<EventStore>> {
  if (postgres === null) return openSqliteStore(join(dataDir, 'events.sqlite'), now && { now });
  // Loaded for those who use it.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return openPostgresStore(postgres, { tell, replica });
}
