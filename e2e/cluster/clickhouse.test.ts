import { expect } from '@playwright/test';
import { parseClickHouseUrl } from '../../server/store/copy/clickhouse-url.js';
import { openArchive } from '../../server/store/copy/open-archive.ts';
import { openClickHouse } from '../../server/store/copy/open-clickhouse.ts';
import type { EventRecord } from '../../server/store/event-archive.ts';
import type { ClickHouseProcess } from '../support/run-clickhouse.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Load, startLoad } from '../support/start-load.ts';
import { thorough } from '../support/thorough.ts';
import { until } from '../support/until.ts';
import { test } from '../support/worker.ts';
import { type PostgresNode, startPrimary, user } from './support/postgres-node.ts';
import {
  type ClickHouseCluster,
  startClickHouseCluster,
} from './support/start-clickhouse-cluster.ts';

test.describe.configure({ mode: 'serial' });

const database = 'copied';

let clickHouse: ClickHouseCluster;
let postgres: PostgresNode;
let servers: readonly [ServerProcess, ServerProcess];

test.beforeAll(async () => {
  clickHouse = await startClickHouseCluster();
  postgres = await startPrimary('pg1', []);
  await postgres.psql(`CREATE DATABASE ${database}`);
  const store = `postgres://${user}@${postgres.address}/${database}`;
  const args = ['--store', store, '--events', clickHouse.url, '--rate-limit', '0'];
  servers = [await startServerProcess(args), await startServerProcess(args)];
});
test.afterAll(async () => {
  for (const server of servers ?? []) await server.dispose();
  await postgres?.dispose();
  await clickHouse?.dispose();
});

test(
  'a replica of each shard is killed under load: each acknowledged event is in ClickHouse once',
  thorough,
  async () => {
    await underLoad('a replica of each shard was killed', async (load) => {
      await untilSomethingIsCopied();
      const [one, , other] = clickHouse.replicas;
      await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
      await load.untilAllGoOn('two replicas were killed');
      await Promise.all([one.start(), other.start()]);
    });
  },
);

test(
  'ZooKeeper is killed under load: events are accepted, and copied when it is back',
  thorough,
  async () => {
    await underLoad('ZooKeeper was killed', async (load) => {
      await clickHouse.zooKeeper.kill();
      await until('the operator reads why', () =>
        servers.some((server) => server.output().includes('ClickHouse does not take events')),
      );
      await load.untilAllGoOn('ZooKeeper was killed');
      await clickHouse.zooKeeper.restart();
    });
  },
);

test('the server that copies is killed under load: the other one continues', thorough, async () => {
  const [first, second] = servers;
  // One that has failed forgets its metric with its next attempt.
  await until('one server copies', async () => (await copies(first)) !== (await copies(second)));
  const copier = (await copies(first)) ? first : second;
  const other = copier === first ? second : first;
  const fault = async (load: Load) => {
    await copier.kill();
    await load.untilAllGoOn('the server that copied was killed');
  };
  await underLoad('the server that copied was killed', fault, other);
  expect(await copies(other)).toBe(true);
  await copier.restart();
});

test('all of ClickHouse is away, and starts again', thorough, async () => {
  await underLoad('all of ClickHouse was away', async (load) => {
    await Promise.all(clickHouse.replicas.map((replica) => replica.end('SIGKILL')));
    await load.untilAllGoOn('ClickHouse was killed');
    await Promise.all(clickHouse.replicas.map((replica) => replica.start()));
  });
});

test('days that have expired are removed from all shards', thorough, async () => {
  const opened = openClickHouse(clusterAddress(), new AbortController().signal);
  try {
    const dayMs = 86_400_000;
    const old = (sid: string): EventRecord => ({
      row: 1,
      sid,
      seq: 1,
      name: 'old',
      endpoint: 'log_event',
      event_time_ms: 0,
      received_ms: Date.now() - 40 * dayMs,
      client_event_id: 'id',
      context: '{}',
      payload: '{}',
    });
    const before = await eventCount();
    await opened.insert(
      'another store',
      Array.from({ length: 20 }, (_, n) => old(`old${n}`)),
    );
    expect(await eventCount()).toBe(before + 20);
    const [, , third] = clickHouse.replicas;
    const ofShard = "SELECT count() AS copies FROM offstage.events_local WHERE name = 'old'";
    const [onOneShard] = await third.rows<{ copies: string }>(ofShard);
    expect(Number(onOneShard?.copies)).toBeGreaterThan(0);
    expect(Number(onOneShard?.copies)).toBeLessThan(20);
    await opened.dropDaysBefore(new Date(Date.now() - 31 * dayMs).toISOString().slice(0, 10));
    expect(await eventCount()).toBe(before);
  } finally {
    await opened.close();
  }
});

test('the archive has each event of the store once, in the order of rows', thorough, async () => {
  const archive = openArchive(clusterAddress());
  const { after, rowBeforeNewest } = archive.of(database);
  try {
    const stored = Number(await postgres.psql('SELECT max(row) FROM events', database));
    // Replicas that were killed are not asked until ZooKeeper has forgotten their last session.
    const newest = () => rowBeforeNewest({ upTo: stored, count: 0 }).catch(() => null);
    expect(await until('the archive can be read', newest)).toBe(stored);
    let count = 0;
    for (let row = 0; row < stored; ) {
      const page = await after({ row, upTo: stored, limit: 1_000 });
      expect(page).toEqual(await storedAfter(row, 1_000));
      count += page.length;
      row = page.at(-1)?.row ?? stored;
    }
    expect(count).toBe(Number(await postgres.psql('SELECT count(*) FROM events', database)));
  } finally {
    await archive.close();
  }
});

test('a replica that lacks archived events is not asked for them', thorough, async () => {
  const [one, lagging] = clickHouse.replicas;
  const servers = [`http://127.0.0.1:${lagging.httpPort}`];
  const archive = openArchive({ ...clusterAddress(), servers });
  await lagging.run('SYSTEM STOP FETCHES offstage.feed_local');
  try {
    // As if a third replica had confirmed it.
    await one.run(
      `INSERT INTO offstage.feed_local (day, store, row, event_time_ms) VALUES (today(), 'lag', 7, '1')`,
    );
    const { rowBeforeNewest } = archive.of('lag');
    const newest = () => rowBeforeNewest({ upTo: 10, count: 0 }).then((row) => row === 7);
    await until('the other replica is asked', newest);
    const ofReplica = "SELECT row FROM offstage.feed_local WHERE store = 'lag'";
    expect(await lagging.rows(ofReplica)).toEqual([]);
  } finally {
    await lagging.run('SYSTEM START FETCHES offstage.feed_local');
    await archive.close();
  }
});

function clusterAddress() {
  const address = parseClickHouseUrl(clickHouse.url);
  if (address === null) throw new Error('the address is right');
  return address;
}

/** @returns a page of PostgreSQL's events */
async function storedAfter(row: number, limit: number): Promise<unknown[]> {
  const page = `SELECT row, sid, seq, name, endpoint, event_time_ms, received_ms, client_event_id,
    context, payload FROM events WHERE row > ${row} ORDER BY row LIMIT ${limit}`;
  return JSON.parse(await postgres.psql(`SELECT json_agg(page) FROM (${page}) AS page`, database));
}

/** Runs a fault under load, and compares what ClickHouse then has with what was acknowledged. */
async function underLoad(
  what: string,
  fault: (load: Load) => Promise<void>,
  server: ServerProcess = servers[0],
): Promise<void> {
  const load = startLoad(server.embedOrigin, { documents: 12, eventsPerBatch: 25 });
  try {
    await load.untilAllGoOn('the start');
    await fault(load);
    await load.untilAllGoOn(what);
    await load.finish();
  } finally {
    await load.abandon();
  }
  // A server that has just started may have some of them in its spool.
  const sids = load.senders.map(({ sid }) => `'${sid}'`).join();
  await until('PostgreSQL has all acknowledged events', async () => {
    const ofLoad = `SELECT count(*) FROM events WHERE sid IN (${sids})`;
    return Number(await postgres.psql(ofLoad, database)) === load.acknowledged();
  });
  await untilAllIsCopied();
  const stored = Number(await postgres.psql('SELECT count(*) FROM events', database));
  // Two replicas have confirmed each event, so it does not matter which of them answers.
  for (const replica of clickHouse.replicas) {
    const counts = await countCopies(replica);
    for (const { sid, acknowledged } of load.senders)
      expect(counts.get(sid), sid).toBe(acknowledged());
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(stored);
  }
  process.stdout.write(
    `${what}: ${load.acknowledged()} events acknowledged, each in ClickHouse once; ${stored} in all\n`,
  );
}

/** Whether this server is the one that copies. */
async function copies({ embedOrigin }: ServerProcess): Promise<boolean> {
  const metrics = await (await fetch(`${embedOrigin}/metrics`)).text();
  return metrics.includes('offstage_copy_behind_seconds{');
}

async function untilSomethingIsCopied(): Promise<void> {
  await until(
    'ClickHouse has confirmed some events',
    async () => Number(await postgres.psql('SELECT row FROM event_copy', database)) > 0,
  );
}

async function untilAllIsCopied(): Promise<void> {
  const isCopied = 'SELECT row = (SELECT max(row) FROM events) FROM event_copy';
  await until(
    'ClickHouse has confirmed all events',
    async () => (await postgres.psql(isCopied, database)) === 't',
  );
}

async function eventCount(): Promise<number> {
  const counts = await countCopies(clickHouse.replicas[1]);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** @returns the number of different events of each document */
async function countCopies(replica: ClickHouseProcess): Promise<Map<string, number>> {
  const rows = await replica.rows<{ sid: string; copies: string }>(
    'SELECT sid, count() AS copies FROM offstage.events FINAL GROUP BY sid',
  );
  return new Map(rows.map(({ sid, copies }) => [sid, Number(copies)]));
}
