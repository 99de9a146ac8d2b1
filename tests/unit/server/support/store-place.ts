import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StartOptions } from '../../../../server/start/start-options.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import {
  type StorePlace as OpenPlace,
  openStore as open,
} from '../../../../server/store/open-store.ts';
import { createReports } from '../../../../server/store/reports/create-reports.ts';
import type { CountingLimits } from '../../../../server/store/reports/report-limits.ts';
import {
  createSqliteDriver,
  openSqliteStore,
} from '../../../../server/store/sqlite/open-sqlite-store.ts';
import { borrowDatabase } from './postgres-database.ts';
import { tempDirectory } from './temp-directory.ts';
import { whenDone } from './when-done.ts';

let newStore: Buffer | null = null;

/**
 * Makes an empty store where there is none: a copy takes a twentieth of the time of the migrations.
 * Servers with a data directory of their own make their stores themselves.
 */
function makeNewStore(file: string): void {
  if (existsSync(file)) return;
  newStore ??= readNewStore();
  writeFileSync(file, newStore, { mode: 0o600 });
}

function readNewStore(): Buffer {
  const file = join(tempDirectory(), 'new.sqlite');
  const opened = openSqliteStore(file);
  if (!opened.ok) throw new Error(opened.error.message);
  whenDone(() => opened.value.close());
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return readFileSync(file);
}

/** An empty store of this run's kind; it is removed after the test. */
export interface StorePlace {
  /** For a server, and for `openStore`. */
  options: Pick<StartOptions, 'dataDir' | 'stores' | 'replica'> & OpenPlace;
  /** Another program's query or change. */
  sql(text: string): Promise<Record<string, unknown>[]>;
}

export async function storePlace(): Promise<StorePlace> {
  const dataDir = tempDirectory();
  if (process.env.OFFSTAGE_TEST_STORE === 'postgres') {
    const { hosts, sql } = await borrowDatabase();
    return { options: { dataDir, stores: [hosts], postgres: hosts, replica: null }, sql };
  }
  const file = join(dataDir, 'events.sqlite');
  makeNewStore(file);
  return {
    options: { dataDir, stores: [], postgres: null, replica: null },
    async sql(text) {
      const database = new DatabaseSync(file);
      try {
        return database
          .prepare(text)
          .all()
          .map((row) => ({ ...row }));
      } finally {
        database.close();
      }
    },
  };
}

/** A store that is closed after the test. */
export async function openStore(
  place?: { options: OpenPlace },
  counting?: CountingLimits,
): Promise<EventStore> {
  const { options } = place ?? (await storePlace());
  const opened = await open(options, () => {}, undefined, counting);
  if (!opened.ok) throw new Error(opened.error.message);
  whenDone(() => opened.value.close());
  return opened.value;
}

/** A store in a file of SQLite, whatever this run's kind; it is closed after the test. */
export function openSqliteFile(file: string, now?: () => number): EventStore {
  makeNewStore(file);
  const opened = openSqliteStore(file, now && { now });
  if (!opened.ok) throw new Error(opened.error.message);
  whenDone(() => opened.value.close());
  return opened.value;
}

/**
 * The same as `openStore`, but this thread reads SQLite's reports: the start of another thread
 * takes half a second of processor time.
 */
export async function openWithoutThread(
  place?: { options: OpenPlace },
  counting?: CountingLimits,
): Promise<EventStore> {
  const { options } = place ?? (await storePlace());
  if (options.postgres !== null) return openStore({ options }, counting);
  return openFileWithoutThread(join(options.dataDir, 'events.sqlite'), counting);
}

/** The same as `openSqliteFile`, but this thread reads its reports. */
export function openFileWithoutThread(file: string, counting?: CountingLimits): EventStore {
  const store = openSqliteFile(file);
  const reader = createSqliteDriver(new DatabaseSync(file, { readOnly: true }));
  whenDone(() => reader.close());
  return { ...store, reports: createReports(reader, counting) };
}
