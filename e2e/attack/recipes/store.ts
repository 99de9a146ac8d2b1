import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Server } from '../../support/server-process.ts';
import { startLoad } from '../../support/start-load.ts';
import { until } from '../../support/until.ts';
import type { Check } from '../check.ts';
import type { Recipe } from '../recipe.ts';
import { type Latency, type LatencyWatch, watchLatency } from '../watch-latency.ts';
import { withServer } from '../with-server.ts';

const latencyMaxRatio = 20;
const dayMs = 86_400_000;

/** To a server whose clock is 40 days ahead, the newest row of its store is 40 days old. */
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
      // The daily work begins at startup; the next batch is answered after it or between its steps.
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
        {
          what: 'the server warns the operator',
          isMet: /expire|clock|keep-days/i.test(server.output()),
        },
      ];
    }),
};

/** Moves every time in the store into the past. */
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

/** Documents with many events, all of which expire at the next start. */
const longExpiry: Recipe = {
  row: 'L4',
  title: '--keep-days with documents of many events [attack-L4]',
  run: ({ isShort }) =>
    withServer(['--keep-days', '31'], async (server) => {
      const [documents, events] = [isShort ? 100 : 500, 1_000];
      const load = startLoad(server.embedOrigin, { documents: 2, eventsPerBatch: 10 });
      await until('events are stored', () => load.acknowledged() >= 20);
      await load.finish();
      await server.stop();
      changeStore(server.dataDir, (database) => addOldDocuments(database, documents, events));
      // Expiry begins at startup, when answers are slow. So the idle server has also just started.
      return withServer([], async (idleServer) => {
        await server.restart();
        const watched = watchBoth(server, idleServer);
        const gone = await until('the old documents have gone', async () => {
          const { expired } = await readSummary(server.embedOrigin);
          return expired.clients === documents && expired.events === documents * events;
        }).catch(() => false);
        const [during, beside] = await watched.end();
        const rows = countRows(server.dataDir);
        return [
          {
            what: 'only the old documents are removed',
            isMet: gone && rows === load.acknowledged(),
            seen: `${documents} × ${events} old events and ${load.acknowledged()} others, ${rows} left`,
          },
          // The short form has about 100 answers, so one stall of the machine decides their p99.
          answersAreQuick(during, beside, isShort ? ['p50Ms'] : ['p50Ms', 'usualP99Ms']),
        ];
      });
    }),
};

/**
 * Measures a server's answers and an idle server's in the same seconds, because other work on the
 * machine slows down both.
 */
function watchBoth(server: Server, idleServer: Server): { end(): Promise<[Latency, Latency]> } {
  const [watched, watchedBeside] = [server, idleServer].map(({ embedOrigin }) =>
    watchLatency(Number(new URL(embedOrigin).port)),
  ) as [LatencyWatch, LatencyWatch];
  return { end: () => Promise.all([watched.end(), watchedBeside.end()]) };
}

function answersAreQuick(
  during: Latency,
  beside: Latency,
  judgedBy: readonly ('p50Ms' | 'usualP99Ms')[],
): Check {
  const figures = ({ p50Ms, usualP99Ms, maxMs }: Latency) =>
    `p50 ${p50Ms.toFixed(1)} ms, usual p99 ${usualP99Ms.toFixed(1)} ms, longest ${maxMs.toFixed(0)} ms`;
  return {
    what: `answers stay within ${latencyMaxRatio}× of an idle server’s in the same seconds`,
    isMet: judgedBy.every(
      (quantile) => during[quantile] <= latencyMaxRatio * Math.max(1, beside[quantile]),
    ),
    seen: `${during.count} answers, ${figures(during)}, of an idle server beside it ${figures(beside)}`,
  };
}

function addOldDocuments(database: DatabaseSync, documents: number, events: number): void {
  const oldMs = Date.now() - 40 * dayMs;
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  database.exec('BEGIN');
  database.exec(`${numbers(documents)} INSERT INTO clients (sid, highest_seq, stored_count, rejected_count, first_received_ms, last_received_ms)
    SELECT 'old-document-' || printf('%06d', i), ${events}, ${events}, 0, ${oldMs}, ${oldMs} FROM n`);
  for (let document = 1; document <= documents; document += 1)
    database.exec(`${numbers(events)} INSERT INTO events (sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id, context, payload)
      SELECT 'old-document-${String(document).padStart(6, '0')}', i, 'note', 'log_event', ${oldMs}, ${oldMs}, 'x', '{}', '{"n":' || i || '}' FROM n`);
  // Removing old documents subtracts them from the totals.
  database.exec(
    `UPDATE totals SET events = events + ${documents * events}, clients = clients + ${documents} WHERE writer = ''`,
  );
  database.exec('COMMIT');
}

const lockedStore: Recipe = {
  row: 'L5',
  title: 'a store that another program has locked [attack-L5]',
  run: () =>
    withServer([], (server) =>
      withServer([], async (idleServer) => {
        const database = new DatabaseSync(join(server.dataDir, 'events.sqlite'));
        database.exec('BEGIN IMMEDIATE');
        const load = startLoad(server.embedOrigin, { documents: 20, eventsPerBatch: 1 });
        const watched = watchBoth(server, idleServer);
        await wait(3_000);
        const [during, beside] = await watched.end();
        database.exec('COMMIT');
        database.close();
        await load.untilAllGoOn('the lock was given back');
        await load.finish();
        const areStored = await until(
          'the spool is delivered',
          async () => (await countEvents(server.embedOrigin)) >= load.acknowledged(),
        ).catch(() => false);
        return [
          answersAreQuick(during, beside, ['p50Ms']),
          { what: 'every event is stored after the lock is released', isMet: areStored },
          {
            what: 'no event is stored twice',
            isMet: (await countEvents(server.embedOrigin)) === load.acknowledged(),
          },
        ] satisfies Check[];
      }),
    ),
};

function changeStore(dataDir: string, change: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  change(database);
  database.close();
}

function countRows(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true });
  const row = database.prepare('SELECT count(*) AS count FROM events').get();
  database.close();
  return Number(row?.count);
}

interface Summary {
  events: number;
  expired: { events: number; clients: number };
}

async function readSummary(embedOrigin: string): Promise<Summary> {
  return (await (await fetch(`${embedOrigin}/telemetry/summary`)).json()) as Summary;
}

async function countEvents(embedOrigin: string): Promise<number> {
  return (await readSummary(embedOrigin)).events;
}

export const storeRecipes: readonly Recipe[] = [wrongClock, longExpiry, lockedStore];
