import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { until } from '../../../e2e/support/until.ts';
import { createMetrics } from '../../../server/operator/metrics/create-metrics.ts';
import { sqliteStoreName } from '../../../server/store/open-store.ts';
import { startParquet } from '../../../server/store/parquet/start-parquet.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts';

const hourMs = 3_600_000;
const hours = 24;
const perHour = 2_000;
const batchCount = 100;

const storeFile = (dataDir: string) => join(dataDir, 'events.sqlite');

/** Stores events of the last day, so that files are due at once. @returns their number */
export async function fillPast(dataDir: string): Promise<number> {
  const store = openStore(dataDir);
  for (let hour = hours; hour >= 1; hour -= 1)
    for (let from = 1; from <= perHour; from += batchCount) {
      const result = await store.insertBatch({
        sid: `past-${hour}`.padEnd(32, 'x'),
        endpoint: 'log_event',
        clientEventId: `${hour}-${from}`,
        receivedMs: Date.now() - hour * hourMs,
        wireBytes: 1,
        events: Array.from({ length: batchCount }, (_, index) => ({
          seq: from + index,
          name: 'past',
          eventTimeMs: Date.now() - hour * hourMs,
          contextJson: '{}',
          payloadJson: JSON.stringify({ hour, index }),
        })),
        rejected: 0,
        rejectedSeqs: [],
      });
      if (!result.ok) throw new Error(result.error.message);
    }
  await store.close();
  return hours * perHour;
}

/** Lets the next server copy and write at once; else it waits for two minutes after a kill. */
export function endLeases(dataDir: string): void {
  const database = new DatabaseSync(storeFile(dataDir));
  database.exec('UPDATE parquet_copy SET until_ms = 0; UPDATE event_copy SET until_ms = 0');
  database.close();
}

/** Writes the events of the open hour too, as a server does after it. */
export async function writeRest(
  dataDir: string,
  target: Parameters<typeof startParquet>[0],
): Promise<void> {
  endLeases(dataDir);
  const store = openStore(dataDir);
  const stop = startParquet(target, [{ name: sqliteStoreName, store }], {
    metrics: createMetrics(),
    warn: (sentence) => console.log(sentence),
    now: () => Date.now() + 2 * hourMs,
    reportError: (error) => console.error(error),
  });
  const database = new DatabaseSync(storeFile(dataDir), { readOnly: true });
  const isWritten = database.prepare(
    'SELECT 1 FROM parquet_copy WHERE row >= (SELECT max(row) FROM events)',
  );
  await until('all events are in files', () => isWritten.get() !== undefined);
  database.close();
  await stop();
  await store.close();
}

function openStore(dataDir: string) {
  const opened = openSqliteStore(storeFile(dataDir));
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
