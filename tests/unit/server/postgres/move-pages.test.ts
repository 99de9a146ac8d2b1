import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { hour, storeLoad } from '../reports/page-loads.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const host = 'https://a.example';

test('counts of served pages move with the store, and moved page loads are heard of once', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  await source.countServedPages([
    { hour_ms: hour, host, pages: 4 },
    { hour_ms: hour, host: '', pages: 2 },
    { hour_ms: 2 * hour, host, pages: 1 },
  ]);
  for (const n of [1, 2]) await storeLoad(source, { n, seqs: [1, 2], host, receivedMs: hour });
  await source.close();
  const { url, hosts, sql } = await createDatabase();
  const target = await openStore({
    options: { dataDir: tempDirectory(), postgres: hosts, replica: null },
  });
  await target.countServedPages([{ hour_ms: hour, host, pages: 10 }]);
  await storeLoad(target, { n: 3, seqs: [1, 2], host, receivedMs: hour });

  const moved = await runCommand(runMove, ['migrate', '--from', file, '--to', url]);
  expect(moved).toMatchObject({ code: 0 });
  const rows = async (table: string) =>
    (
      await sql(
        `SELECT hour_ms / ${hour} AS hour, host, sum(pages) AS pages FROM ${table} GROUP BY hour_ms, host ORDER BY hour_ms, host`,
      )
    ).map((row) => [Number(row.hour), row.host, Number(row.pages)]);
  expect(await rows('served_pages')).toEqual([
    [1, '', 2],
    [1, host, 14],
    [2, host, 1],
  ]);
  expect(await rows('heard_pages')).toEqual([[1, host, 3]]);
});
