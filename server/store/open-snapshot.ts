import { join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { PostgresHost } from './postgres/postgres-url.js';
import { openSqliteSnapshot } from './sqlite/open-sqlite-snapshot.ts';
import type { StoreDriver } from './store-driver.ts';

/**
 * Opens the configured store for reading, beside the servers that write to it.
 * @param warn gets a sentence when the database does not answer
 * @returns a driver that the caller closes
 */
export async function openSnapshot(
  { postgres, dataDir }: { postgres: readonly PostgresHost[] | null; dataDir: string },
  warn: (sentence: string) => void,
): Promise<Result<StoreDriver>> {
  if (postgres === null) return openSqliteSnapshot(join(dataDir, 'events.sqlite'));
  // Loaded only if used.
  const { openPostgresLink } = await import('./postgres/postgres-link.ts');
  const { createPostgresDriver } = await import('./postgres/open-postgres-store.ts');
  const link = await openPostgresLink(postgres, { warn, isReader: true });
  return link.ok ? ok(createPostgresDriver(link.value)) : link;
}
