import { join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import type { EventStore } from './event-store.ts';
import { openSqliteStore } from './sqlite/open-sqlite-store.ts';
import type { StoreOptions } from './store-options.js';

/**
 * Opens the store that the operator has chosen.
 * @param tell gets a sentence when its database goes and comes back
 */
export async function openStore(
  { postgres, dataDir }: Pick<StoreOptions, 'postgres'> & { dataDir: string },
  tell: (sentence: string) => void,
): Promise<Result<EventStore>> {
  if (postgres === null) return openSqliteStore(join(dataDir, 'events.sqlite'));
  // Loaded for those who use it.
  const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
  return openPostgresStore(postgres, { tell });
}
