import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPrimary, user } from '../../e2e/cluster/support/postgres-node.ts';
import { createEventStore } from '../../server/store/create-event-store.ts';
import type { EventStore } from '../../server/store/event-store.ts';
import { createPostgresDriver } from '../../server/store/postgres/open-postgres-store.ts';
import { openPostgresLink } from '../../server/store/postgres/postgres-link.ts';
import {
  createSqliteDriver,
  openSqliteStore,
} from '../../server/store/sqlite/open-sqlite-store.ts';
import type { StoreDriver } from '../../server/store/store-driver.ts';

/** A store in this process, so that its reports are measured without HTTP. */
export interface ReportStore {
  /** Fills it faster than the intake could. */
  driver: StoreDriver;
  store: Pick<EventStore, 'reports'>;
  /** Tidies up after filling, as a store in use has long since done. */
  settle(): Promise<void>;
  bytes(): Promise<number>;
  dispose(): Promise<void>;
}

export async function openSqlite(): Promise<ReportStore> {
  const directory = mkdtempSync(join(tmpdir(), 'offstage-reports-'));
  const file = join(directory, 'events.sqlite');
  const created = openSqliteStore(file);
  if (!created.ok) throw new Error(created.error.message);
  await created.value.close();
  const database = new DatabaseSync(file);
  const driver = createSqliteDriver(database, { file });
  return {
    driver,
    store: createEventStore(driver),
    settle: async () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    bytes: async () => statSync(file).size,
    async dispose() {
      await driver.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export async function openPostgres(): Promise<ReportStore> {
  const node = await startPrimary('pg1', []);
  try {
    const url = `postgres://${user}@${node.address}/postgres`;
    const link = await openPostgresLink([{ url, name: node.name }], {
      warn: (sentence) => console.error(sentence),
    });
    if (!link.ok) throw new Error(link.error.message);
    const driver = createPostgresDriver(link.value);
    return {
      driver,
      store: createEventStore(driver),
      async settle() {
        await node.psql('VACUUM (ANALYZE)');
      },
      bytes: async () => Number(await node.psql(`SELECT pg_database_size('postgres')`)),
      async dispose() {
        await driver.close();
        await node.dispose();
      },
    };
  } catch (error) {
    await node.dispose();
    throw error;
  }
}
