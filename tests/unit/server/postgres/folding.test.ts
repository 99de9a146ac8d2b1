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

test('of servers that share a store each adds changes of playbacks to the sums, and each change counts once', async () => {
  const database = await createDatabase();
  const stores = await Promise.all(Array.from({ length: 3 }, () => openOn(database)));
  const [first] = stores;
  if (first === undefined) throw new Error('no store');
  await Promise.all([fillStore(first, { order: 'at once' }), ...stores.map(foldAll)]);
  await Promise.all(stores.map(foldAll));
  const sums = "FROM playback_sums WHERE kind = 'all' AND span_ms = 60000";
  const [summed] = await database.sql(
    `SELECT sum(playbacks)::integer AS playbacks, sum(played)::integer AS played, sum(failed)::integer AS failed ${sums}`,
  );
  const [counted] = await database.sql(
    `SELECT count(*)::integer AS playbacks,
      count(*) FILTER (WHERE is_begun = 1 OR watched_ms > 0)::integer AS played,
      count(*) FILTER (WHERE failure IS NOT NULL)::integer AS failed
    FROM playbacks`,
  );
  expect(counted?.playbacks).toBeGreaterThan(100);
  expect(summed).toEqual(counted);
  expect(await database.sql('SELECT row FROM playback_changes')).toEqual([]);
});
