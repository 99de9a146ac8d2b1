import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { datedSid } from '../support/log-batches.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const hour = 3_600_000;

test('moved documents count for the hour in which they began, also if later batches of them came to the new store first', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  const batch = (n: number, hours: number, seqs: number[], rejectedSeqs: number[] = []) =>
    storeBatch(seqs, { sid: datedSid(0, n), receivedMs: hours * hour, rejectedSeqs });
  await source.insertBatch(batch(1, 1, [1, 2, 4]));
  await source.insertBatch(batch(2, 2, [1, 5], [3]));
  await source.close();
  const { url, hosts, sql } = await createDatabase();
  const options = { dataDir: tempDirectory(), postgres: hosts, replica: null };
  const target = await openStore({ options });
  await target.insertBatch(batch(1, 4, [6]));
  await target.insertBatch(batch(3, 4, [1]));

  const moved = await runCommand(runMove, ['migrate', '--from', file, '--to', url]);
  expect(moved).toMatchObject({ code: 0 });
  const hours = await sql(
    `SELECT hour_ms / ${hour} AS hour, sum(documents) AS documents, sum(created) AS created,
       sum(stored) AS stored, sum(rejected) AS rejected
     FROM document_hours GROUP BY hour_ms HAVING sum(documents) > 0 ORDER BY hour_ms`,
  );
  const numbers = hours.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
  );
  expect(numbers).toEqual([
    { hour: 1, documents: 1, created: 6, stored: 4, rejected: 0 },
    { hour: 2, documents: 1, created: 5, stored: 2, rejected: 1 },
    { hour: 4, documents: 1, created: 1, stored: 1, rejected: 0 },
  ]);
});
