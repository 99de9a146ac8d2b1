import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { StartOptions } from '../../../../server/start/start-options.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import {
  type StorePlace as OpenPlace,
  openStore as open,
} from '../../../../server/store/open-store.ts';
import { openSqliteStore } from '../../../../server/store/sqlite/open-sqlite-store.ts';
import { borrowDatabase } from './postgres-database.ts';
import { tempDirectory } from './temp-directory.ts';

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
  return {
    options: { dataDir, stores: [], postgres: null, replica: null },
    async sql(text) {
      const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
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
export async function openStore(place?: { options: OpenPlace }): Promise<EventStore> {
  const { options } = place ?? (await storePlace());
  const opened = await open(options, () => {});
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** A store in a file of SQLite, whatever this run's kind; it is closed after the test. */
export function openSqliteFile(file: string, now?: () => number): EventStore {
  const opened = openSqliteStore(file, now && { now });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}
