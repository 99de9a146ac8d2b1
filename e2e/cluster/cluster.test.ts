import { expect } from '@playwright/test';
import { type Load, startLoad } from '../support/start-load.ts';
import { thorough } from '../support/thorough.ts';
import { until } from '../support/until.ts';
import { test } from '../support/worker.ts';
import { openNotingPage } from './support/noting-page.ts';
import { type Cluster, operatorToken, startCluster } from './support/start-cluster.ts';
import type { Store, StoreMachine } from './support/start-store.ts';
import { documentsIn, notesIn } from './support/stored-documents.ts';
import { watchWriters } from './support/watch-writers.ts';

/** Enough that nginx, servers and primary each have several requests under way at any moment. */
const documents = 24;
/** Small, so that the fault of the test hits many requests. */
const eventsPerBatch = 25;
test.describe.configure({ mode: 'serial' });

const operator = { Authorization: `Bearer ${operatorToken}` };

let cluster: Cluster;
/** The one whose machines fail; the other goes on. */
let store: Store;
test.beforeAll(async () => {
  cluster = await startCluster();
  [store] = cluster.stores;
});
test.afterAll(() => cluster?.dispose());

test(
  'all servers accept a media URL that one signed, and the operator’s token',
  thorough,
  async () => {
    const [one, other] = cluster.servers;
    const page = await (await fetch(`${one.embedOrigin}/embed/offstage002`)).text();
    const signed = /\/media\/~[^"\\]+/.exec(page)?.[0] ?? '';
    expect((await fetch(`${other.embedOrigin}${signed}`, { method: 'HEAD' })).status).toBe(200);
    const unsigned = signed.replace(/~[^/]+\//, '');
    expect((await fetch(`${other.embedOrigin}${unsigned}`, { method: 'HEAD' })).status).toBe(403);
    const wrong = { Authorization: 'Bearer another' };
    for (const { embedOrigin } of cluster.servers) {
      const asked = (headers: HeadersInit) =>
        fetch(`${embedOrigin}/telemetry/summary`, { headers });
      expect([(await asked(operator)).status, (await asked(wrong)).status]).toEqual([200, 401]);
    }
  },
);

test(
  'a server, nginx, an etcd and the primary’s machine are killed under load: every acknowledged event is stored once, and an embed in a browser loses none',
  thorough,
  async ({ browser }) => {
    const { servers, nginx } = cluster;
    const page = await openNotingPage(browser, nginx.origin);
    const { primary, standbys } = await store.untilWhole();
    await underLoad('one of each was killed', async (load) => {
      await until('the embed has delivered something', async () => (await page.delivered()) > 0);
      await servers[0].kill();
      await load.untilAllGoOn('a server was killed');
      // Requests that it had accepted went to another server, unnoticed by their senders.
      expect(load.failures).toEqual({});

      await nginx.kill();
      await nginx.restart();
      await load.untilAllGoOn('nginx was killed and started again');

      const failedBefore = { ...load.failures };
      standbys[0]?.signal('SIGKILL', 'etcd');
      await load.untilAllGoOn('an etcd was killed');
      expect(load.failures).toEqual(failedBefore);
      standbys[0]?.startEtcd();

      primary.signal('SIGKILL');
      await load.untilAllGoOn('another primary took over');
      revive(primary);
      await store.untilWhole();

      // Its first configured host is a standby now, so it must find the one that accepts writes.
      await servers[0].restart();
      for (const other of servers.slice(1)) await other.kill();
      await load.untilAllGoOn('the other servers were killed');
      for (const other of servers.slice(1)) await other.restart();
    });
    const own = await page.finish();
    expect(own).toMatchObject({ delivered: own.created });
    expect(page.complaints).toEqual([]);
    await page.close();
    const notes = [];
    for (const { machines, database } of await caughtUpStores())
      for (const machine of machines) notes.push(await notesIn(machine, database));
    // All of them in one store, on each of its machines.
    const all = Array.from({ length: own.notes }, (_, n) => n);
    expect(notes.filter(({ length }) => length > 0)).toEqual([all, all, all]);
    const summary = await fetch(`${servers[0].embedOrigin}/telemetry/summary`, {
      headers: operator,
    });
    expect(await summary.json()).toMatchObject({
      clients: documents + 1,
      missing: 0,
      rejected: 0,
    });
  },
);

test(
  'the standby that commits wait for is killed under load: they wait for the other one',
  thorough,
  async () => {
    const { primary, standbys } = await store.untilWhole();
    const name = await primary.psql(
      "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'",
    );
    const awaited = standbys.find((standby) => standby.name === name);
    if (awaited === undefined) throw new Error(`Commits wait for ${name}, which is no standby.`);
    await underLoad('a standby was killed', async (load) => {
      awaited.signal('SIGKILL');
      await load.untilAllGoOn('a standby was killed');
      expect((await store.untilWhole(2)).primary.name).toBe(primary.name);
      revive(awaited);
      await store.untilWhole();
    });
  },
);

test(
  'a primary’s machine hangs under load and continues after another took over: it becomes a standby',
  thorough,
  async () => {
    const { primary } = await store.untilWhole();
    await underLoad('the primary hung', async (load) => {
      primary.signal('SIGSTOP');
      await load.untilAllGoOn('another primary took over');
      primary.signal('SIGCONT');
      const { standbys } = await store.untilWhole();
      expect(standbys.map(({ name }) => name)).toContain(primary.name);
    });
  },
);

test(
  'a primary is separated from the other machines but not from the servers: they write to the new one only',
  thorough,
  async () => {
    const { primary, standbys } = await store.untilWhole();
    await underLoad('the primary was separated', async (load) => {
      primary.separateFrom(standbys);
      await load.untilAllGoOn('another primary took over');
      await until('the separated machine is no primary any more', async () => isStandby(primary));
      primary.rejoin();
      const now = await store.untilWhole();
      expect(now.standbys.map(({ name }) => name)).toContain(primary.name);
    });
  },
);

test(
  'etcd has no majority under load: the primary goes on while it reaches all machines, and takes no writes otherwise',
  thorough,
  async () => {
    const { primary, standbys } = await store.untilWhole();
    const keptCount = () =>
      store.output().split('failsafe mode is enabled and all members are accessible').length - 1;
    await underLoad('etcd had no majority', async (load) => {
      const before = keptCount();
      for (const standby of standbys) standby.signal('SIGKILL', 'etcd');
      // Once in each of its loops of 10 s; without this its place would be gone after 30 s.
      await until(
        'Patroni has kept its primary for longer than its place lasts',
        () => keptCount() >= before + 4,
      );
      await load.untilAllGoOn('etcd was away for a long time');
      expect(await isStandby(primary)).toBe(false);

      standbys[0]?.signal('SIGKILL');
      await until('the primary takes no writes', () => isStandby(primary));
      for (const standby of standbys) standby.startEtcd();
      standbys[0]?.startPatroni();
      await load.untilAllGoOn('etcd had its majority again');
      await store.untilWhole();
    });
  },
);

/**
 * Runs the fault while documents send and every machine is written to. Then each acknowledged event
 * must be on each machine of its store once, and no second primary may have committed a write.
 */
async function underLoad(what: string, fault: (load: Load) => Promise<void>): Promise<void> {
  const writers = await watchWriters(store);
  const load = startLoad(cluster.nginx.origin, { documents, eventsPerBatch });
  await load.untilAllGoOn('the start');
  await fault(load);
  await load.finish();
  await writers.stop();
  // Printed for readers; no result depends on it.
  process.stdout.write(
    `${what}: ${load.acknowledged()} events of ${documents} documents acknowledged; ${(load.longestGapMs() / 1_000).toFixed(1)} s without an acknowledgement; requests that failed, by status: ${JSON.stringify(load.failures)}; ${writers.writes.length} writes watched\n`,
  );
  const copies = new Map(load.senders.map(({ sid }) => [sid, [] as string[]]));
  for (const { machines, database } of await caughtUpStores())
    for (const machine of machines) {
      const stored = await documentsIn(machine, database);
      for (const { sid, acknowledged } of load.senders) {
        const document = stored.get(sid);
        if (document === undefined) continue;
        expect(document, `${sid} on ${machine.name}`).toEqual(wholeUpTo(acknowledged()));
        copies.get(sid)?.push(database);
      }
    }
  // Each document on the three machines of one store; both stores have some.
  const places = [...copies.values()];
  for (const databases of places) expect(databases).toEqual(new Array(3).fill(databases[0]));
  expect(new Set(places.flat()).size).toBe(2);
  for (const machine of store.machines) expect(await writers.lostOn(machine)).toEqual([]);
  expect(writers.ofSecondPrimaries()).toEqual([]);
}

/** Row count, distinct numbers, lowest and highest number. */
function wholeUpTo(count: number) {
  return { rows: count, numbers: count, first: 1, last: count };
}

function revive(machine: StoreMachine): void {
  machine.startEtcd();
  machine.startPatroni();
}

async function isStandby(machine: StoreMachine): Promise<boolean> {
  return (await machine.psql('SELECT pg_is_in_recovery()').catch(() => '')) === 't';
}

/**
 * Both stores, when their standbys have replayed everything: acknowledged events survive the loss
 * of any machine.
 */
async function caughtUpStores(): Promise<readonly Store[]> {
  for (const { untilWhole } of cluster.stores) {
    const { primary, standbys } = await untilWhole();
    const end = await primary.psql('SELECT pg_current_wal_lsn()');
    for (const standby of standbys)
      await until(
        `${standby.name} has replayed everything`,
        async () => (await standby.psql(`SELECT pg_last_wal_replay_lsn() >= '${end}'`)) === 't',
      );
  }
  return cluster.stores;
}
