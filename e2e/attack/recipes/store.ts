import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { startLoad } from '../../support/start-load.ts';
import { until } from '../../support/until.ts';
import type { Check, Recipe } from '../recipe.ts';
import { watchLatency } from '../watch-latency.ts';
import { withServer } from '../with-server.ts';

const latencyMaxRatio = 20;
const dayMs = 86_400_000;

/** A store whose newest row is 40 days old is what a server sees whose clock is 40 days ahead. */
const wrongClock: Recipe = {
  row: 'M5',
  title: 'a clock that is 40 days ahead, with --keep-days 31 [attack-M5]',
  run: () =>
    withServer(['--keep-days', '31'], async (server) => {
      const load = startLoad(server.embedOrigin, { documents: 2, eventsPerBatch: 10 });
      await until('events are stored', () => load.acknowledged() >= 100);
      await load.finish();
      await server.stop();
      changeStore(server.dataDir, (database) => age(database, 40 * dayMs));
      await server.restart();
      // The work of the day begins with the start; the next batch is answered after it or between its steps.
      const later = startLoad(server.embedOrigin, { documents: 1, eventsPerBatch: 10 });
      await until('a new batch is stored', () => later.acknowledged() >= 10);
      await later.finish();
      const kept = await countEvents(server.embedOrigin);
      return [
        {
          what: 'no event is removed',
          isMet: kept === load.acknowledged() + later.acknowledged(),
          seen: `${load.acknowledged() + later.acknowledged()} stored, ${kept} kept`,
        },
        { what: 'the operator is told', isMet: /expire|clock|keep-days/i.test(server.output()) },
      ];
    }),
};

/** Moves every moment in the store into the past. */
function age(database: DatabaseSync, byMs: number): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name: table } of tables) {
    const columns = database.prepare(`SELECT name, type FROM pragma_table_info('${table}')`).all();
    for (const { name } of columns)
      if (/_ms$/.test(String(name)) && !/lag|duration|length|took/.test(String(name)))
        database.exec(
          `UPDATE OR IGNORE "${table}" SET "${name}" = "${name}" - ${byMs} WHERE "${name}" > ${byMs * 2}`,
        );
  }
}

/** Documents of many events, all of which expire at the next start. */
const longExpiry: Recipe = {
  row: 'L4',
  title: '--keep-days with documents of many events [attack-L4]',
  run: ({ isShort }) =>
    withServer(['--keep-days', '31'], async (server) => {
      const [documents, events] = isShort ? [100, 200] : [1_000, 1_000];
      const load = startLoad(server.embedOrigin, { documents: 2, eventsPerBatch: 10 });
      await until('events are stored', () => load.acknowledged() >= 20);
      await load.finish();
      const port = Number(new URL(server.embedOrigin).port);
      const watchedIdle = watchLatency(port);
      await wait(1_000);
      const idle = await watchedIdle.end();
      await server.stop();
      changeStore(server.dataDir, (database) => addOldDocuments(database, documents, events));
      await server.restart();
      const watched = watchLatency(port);
      const gone = await until('the old documents have gone', async () => {
        const left = await countEvents(server.embedOrigin);
        return left <= load.acknowledged();
      }).catch(() => false);
      const during = await watched.end();
      return [
        { what: 'the old documents are removed', isMet: gone },
        {
          what: `answers stay within ${latencyMaxRatio}× meanwhile`,
          isMet: during.p99Ms <= latencyMaxRatio * Math.max(1, idle.p99Ms),
          seen: `${documents} × ${events} events, p99 ${idle.p99Ms.toFixed(1)} → ${during.p99Ms.toFixed(1)} ms, longest ${during.maxMs.toFixed(0)} ms`,
        },
      ];
    }),
};

function addOldDocuments(database: DatabaseSync, documents: number, events: number): void {
  const oldMs = Date.now() - 40 * dayMs;
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  database.exec('BEGIN');
  database.exec(`${numbers(documents)} INSERT INTO clients (row, sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms)
    SELECT -i, 'old-document-' || printf('%06d', i), ${events}, ${events}, 0, ${oldMs}, ${oldMs} FROM n`);
  for (let document = 1; document <= documents; document += 1)
    database.exec(`${numbers(events)} INSERT INTO events (sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
      SELECT 'old-document-${String(document).padStart(6, '0')}', i, 'note', 'log_event', ${oldMs}, ${oldMs}, 'x', '{}', '{"n":' || i || '}' FROM n`);
  database.exec('COMMIT');
}

const lockedStore: Recipe = {
  row: 'L5',
  title: 'a store that another program has locked [attack-L5]',
  run: () =>
    withServer([], async (server) => {
      const port = Number(new URL(server.embedOrigin).port);
      const watchedIdle = watchLatency(port);
      await wait(1_000);
      const idle = await watchedIdle.end();
      const database = new DatabaseSync(join(server.dataDir, 'events.sqlite'));
      database.exec('BEGIN IMMEDIATE');
      const load = startLoad(server.embedOrigin, { documents: 20, eventsPerBatch: 1 });
      const watched = watchLatency(port);
      await wait(3_000);
      const during = await watched.end();
      database.exec('COMMIT');
      database.close();
      await load.untilAllGoOn('the lock was given back');
      await load.finish();
      return [
        {
          what: `the median answer stays within ${latencyMaxRatio}×`,
          isMet: during.p50Ms <= latencyMaxRatio * Math.max(1, idle.p50Ms),
          seen: `p50 ${idle.p50Ms.toFixed(1)} → ${during.p50Ms.toFixed(1)} ms, p99 ${idle.p99Ms.toFixed(1)} → ${during.p99Ms.toFixed(1)} ms`,
        },
        {
          what: 'every event is stored once when the lock is given back',
          isMet: (await countEvents(server.embedOrigin)) === load.acknowledged(),
        },
      ] satisfies Check[];
    }),
};

function changeStore(dataDir: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  change(database);
  database.close();
}

async function countEvents(embedOrigin: string): Promise<number> {
  const summary = await (await fetch(`${embedOrigin}/telemetry/summary`)).json();
  return (summary as { events: number }).events;
}

export const storeRecipes: readonly Recipe[] = [wrongClock, longExpiry, lockedStore];
