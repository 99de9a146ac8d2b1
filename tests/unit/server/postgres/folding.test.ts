import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { foldAll } from '../reports/many-playbacks.ts';
import { fillStore } from '../reports/playback-events.ts';
import { createDatabase, type TestDatabase } from '../support/postgres-database.ts';

async function openOn({ hosts }: TestDatabase): Promise<EventStore> {
  const opened = await openPostgresStore(hosts, { warn: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** @returns counts by the stored sums, and by the playbacks themselves */
async function countsIn(database: TestDatabase) {
  const [summed] = await database.sql(
    `SELECT sum(playbacks)::integer AS playbacks, sum(played)::integer AS played, sum(failed)::integer AS failed
    FROM playback_sums WHERE kind = 'all' AND span_ms = 60000`,
  );
  const [counted] = await database.sql(
    `SELECT count(*)::integer AS playbacks,
      count(*) FILTER (WHERE is_begun = 1 OR watched_ms > 0)::integer AS played,
      count(*) FILTER (WHERE failure IS NOT NULL)::integer AS failed
    FROM playbacks`,
  );
  expect(counted?.playbacks).toBeGreaterThan(100);
  expect(await database.sql('SELECT row FROM playback_changes')).toEqual([]);
  return { summed, counted };
}

async function openThree(database: TestDatabase) {
  const first = await openOn(database);
  return { first, stores: [first, await openOn(database), await openOn(database)] };
}

test('of servers that share a store each adds changes of playbacks to the sums, and each change counts once', async () => {
  const database = await createDatabase();
  const { first, stores } = await openThree(database);
  await Promise.all([fillStore(first, { order: 'at once' }), ...stores.map(foldAll)]);
  await Promise.all(stores.map(foldAll));
  const { summed, counted } = await countsIn(database);
  expect(summed).toEqual(counted);
});

test('after an upgrade the stored playbacks count once, whichever server fills the sums', async () => {
  const database = await createDatabase();
  const { first, stores } = await openThree(database);
  await fillStore(first);
  // As the step that adds the tables leaves them.
  await database.sql('TRUNCATE playback_changes, playback_sums, playback_sums_state');
  await Promise.all(stores.map(foldAll));
  const { summed, counted } = await countsIn(database);
  expect(summed).toEqual(counted);
});
