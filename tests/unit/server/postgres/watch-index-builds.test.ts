import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { watchIndexBuilds } from '../../../../server/store/postgres/watch-index-builds.ts';
import { createDatabase, hostsOf, type TestDatabase } from '../support/postgres-database.ts';

const hostOf = ({ hosts: [host] }: Pick<TestDatabase, 'hosts'>) => {
  if (host === undefined) throw new Error('This database has no host.');
  return host;
};

async function connect({ url }: TestDatabase) {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { client, processId: rows[0]?.pid ?? 0 };
}

test('while PostgreSQL builds an index, the operator is told its share', async () => {
  const database = await createDatabase();
  await database.sql(`
    CREATE FUNCTION slowly(n integer) RETURNS integer IMMUTABLE LANGUAGE plpgsql
      AS $$ BEGIN PERFORM pg_sleep(0.01); RETURN n; END $$;
    CREATE TABLE films (n integer, title text);
    ALTER TABLE films ALTER title SET STORAGE PLAIN;
    INSERT INTO films SELECT n, repeat('x', 1500) FROM generate_series(1, 300) AS n`);
  const { client, processId } = await connect(database);
  const said: string[] = [];
  const stop = watchIndexBuilds({ host: hostOf(database), processId }, (s) => said.push(s), 20);
  await client.query('CREATE INDEX films_n ON films (slowly(n))');
  await stop();
  const shares = said.map((sentence) =>
    Number(/ builds an index of films: (\d+) % \(.+\)\.$/.exec(sentence)?.[1]),
  );
  expect(shares.some((share) => share > 0 && share < 100)).toBe(true);
  expect(shares).not.toContain(Number.NaN);
  const count = said.length;
  await client.query('CREATE INDEX films_again ON films (slowly(n + 1))');
  expect(said).toHaveLength(count);
});

test('nothing is told while nothing is built, or if a second connection is refused', async () => {
  const database = await createDatabase();
  const { processId } = await connect(database);
  const said: string[] = [];
  const tell = (sentence: string) => said.push(sentence);
  const [away] = hostsOf('postgres://offstage@127.0.0.1:1/none');
  const stops = [
    watchIndexBuilds({ host: hostOf(database), processId }, tell, 1),
    watchIndexBuilds({ host: away ?? hostOf(database), processId }, tell, 1),
  ];
  await expect
    .poll(() =>
      database.sql(
        "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_stat_progress_create_index%' AND pid <> pg_backend_pid()",
      ),
    )
    .toHaveLength(1);
  for (const stop of stops) await stop();
  expect(said).toEqual([]);
});
