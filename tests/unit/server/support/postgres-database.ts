import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import {
  type PostgresHost,
  parsePostgresUrl,
} from '../../../../server/store/postgres/postgres-url.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of this run's server, with its database `postgres`. */
    postgresUrl: string;
  }
}

export interface TestDatabase {
  url: string;
  hosts: readonly PostgresHost[];
  sql(text: string): Promise<Record<string, unknown>[]>;
}

let made = 0;

/** An empty database on this run's server, which is removed with the server at the latest. */
async function makeDatabase(): Promise<TestDatabase & { drop(): Promise<void> }> {
  const admin = inject('postgresUrl');
  made += 1;
  const name = `test_${process.pid}_${Date.now()}_${made}`;
  await query(admin, `CREATE DATABASE ${name}`);
  const url = admin.replace(/\/postgres$/, `/${name}`);
  return {
    url,
    hosts: hostsOf(url),
    sql: (text) => query(url, text),
    async drop() {
      await query(admin, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** An empty database on this run's server, which is removed after the test. */
export async function createDatabase(): Promise<TestDatabase> {
  const database = await makeDatabase();
  onTestFinished(database.drop);
  return database;
}

const used: TestDatabase[] = [];

/**
 * An empty store for a test that changes only its rows: a database of this process that is emptied
 * after the test, a hundred times faster than creating one.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  const database = used.pop() ?? (await makeDatabase());
  onTestFinished(async () => {
    await database.sql(emptied);
    used.push(database);
  });
  return database;
}

/**
 * All rows and numbers of a store, if there is one. Only tables that have taken any room: later
 * tests find the partitions of days that earlier ones have made, and most of these are empty.
 */
const emptied = `DO $$ DECLARE name text; BEGIN
  IF to_regclass('store_version') IS NULL THEN RETURN; END IF;
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    AND relname <> 'store_version' AND pg_relation_size(oid) > 0 LOOP EXECUTE format('TRUNCATE %I', name); END LOOP;
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
    LOOP EXECUTE format('ALTER SEQUENCE %I RESTART', name); END LOOP;
END $$`;

export function hostsOf(url: string): readonly PostgresHost[] {
  const hosts = parsePostgresUrl(url);
  if (hosts === null) throw new Error('no address of a PostgreSQL');
  return hosts;
}

/** Numbers are parsed as the store parses them. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    types: {
      getTypeParser: ((oid: number) =>
        [20, 1700].includes(oid)
          ? Number
          : pg.types.getTypeParser(oid)) as typeof pg.types.getTypeParser,
    },
  });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
