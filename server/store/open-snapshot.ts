import { join } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { ClickHouseAddress } from './copy/clickhouse-url.js';
import { sqliteStoreName } from './open-store.ts';
import { databaseName, type PostgresHost } from './postgres/postgres-url.js';
import { openSqliteSnapshot } from './sqlite/open-sqlite-snapshot.ts';
import type { StoreDriver } from './store-driver.ts';

interface SnapshotPlace {
  postgres: readonly PostgresHost[] | null;
  dataDir: string;
  /** The ClickHouse with the events that have left the store; `null` if it is not known. */
  events?: ClickHouseAddress | null;
}

/**
 * Opens the configured store for reading, beside the servers that write to it.
 * @param warn gets a sentence when the database does not answer
 * @returns a driver that the caller closes
 */
export async function openSnapshot(
  place: SnapshotPlace,
  warn: (sentence: string) => void,
): Promise<Result<StoreDriver>> {
  const opened = await openDriver(place, warn);
  if (!opened.ok || !place.events) return opened;
  // Loaded only if used, with ClickHouse's client.
  const { openArchive } = await import('./copy/open-archive.ts');
  const archive = openArchive(place.events);
  const driver = opened.value;
  const name = place.postgres === null ? sqliteStoreName : databaseName(place.postgres);
  return ok({
    ...driver,
    archive: archive.of(name),
    async close() {
      await driver.close();
      await archive.close();
    },
  });
}

async function openDriver(
  { postgres, dataDir }: SnapshotPlace,
  warn: (sentence: string) => void,
): Promise<Result<StoreDriver>> {
  if (postgres === null) return openSqliteSnapshot(join(dataDir, 'events.sqlite'));
  // Loaded only if used.
  const { openPostgresLink } = await import('./postgres/postgres-link.ts');
  const { createPostgresDriver } = await import('./postgres/open-postgres-store.ts');
  const link = await openPostgresLink(postgres, { warn, isReader: true });
  return link.ok ? ok(createPostgresDriver(link.value)) : link;
}
