import { expect } from '@playwright/test';
import { startLoad } from '../support/start-load.ts';
import { thorough } from '../support/thorough.ts';
import { until } from '../support/until.ts';
import { test } from '../support/worker.ts';
import { openNotingPage } from './support/noting-page.ts';
import { untilFollowed } from './support/postgres-node.ts';
import { promoteBest } from './support/promote-best.ts';
import { type Cluster, operatorToken, startCluster } from './support/start-cluster.ts';
import { documentsIn, notesIn } from './support/stored-documents.ts';

/** Enough that nginx, servers and primary each have several requests under way at any moment. */
const documents = 24;
/** Small, so that the fault of the test hits many requests. */
const eventsPerBatch = 25;

test.describe.configure({ mode: 'serial' });

const operator = { Authorization: `Bearer ${operatorToken}` };

let cluster: Cluster;
test.beforeAll(async () => {
  cluster = await startCluster();
});
test.afterAll(() => cluster.dispose());

test(
  'both servers accept a media URL that one signed, and the operator’s token',
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
  'killing a primary and a server under load loses no acknowledged event, and every event is stored once',
  thorough,
  async ({ browser }) => {
    const { servers, nginx, standbys } = cluster;
    const page = await openNotingPage(browser, nginx.origin);
    const load = startLoad(nginx.origin, { documents, eventsPerBatch });
    await load.untilAllGoOn('the start');
    await until('the embed has delivered something', async () => (await page.delivered()) > 0);

    await servers[0].kill();
    await load.untilAllGoOn('a server was killed');
    // Requests that it had accepted went to the other server, unnoticed by their senders.
    expect(load.failures).toEqual({});

    await cluster.primary.kill();
    const lastBefore = load.lastAcknowledgedMs();
    const { primary, followers } = await promoteBest(standbys);
    for (const { name } of followers) await untilFollowed(primary, name);
    const firstAfter = until('something is acknowledged again', () => {
      const last = load.lastAcknowledgedMs();
      return last > lastBefore ? last : null;
    });
    const gapSec = ((await firstAfter) - lastBefore) / 1_000;
    await load.untilAllGoOn('another primary took over');

    // Its first configured host is dead, so it must find the one that accepts writes; then only
    // that one is left.
    await servers[0].restart();
    await servers[1].kill();
    await load.untilAllGoOn('the other server was killed');
    await load.finish();
    const own = await page.finish();
    const summary = await (
      await fetch(`${servers[0].embedOrigin}/telemetry/summary`, { headers: operator })
    ).json();
    // Printed for readers; no result depends on it.
    process.stdout.write(
      `${load.acknowledged()} events of ${documents} documents acknowledged, and ${own.created} of an embed; ${gapSec.toFixed(1)} s without an acknowledgement; requests that failed, by status: ${JSON.stringify(load.failures)}\n`,
    );

    // On both that are left: acknowledged events survive the loss of one of them as well.
    for (const node of [primary, ...followers]) {
      if (node !== primary) await untilCaughtUp(primary, node.name);
      const stored = await documentsIn(node);
      const wanted = load.senders.map(
        ({ sid, acknowledged }) => [sid, wholeUpTo(acknowledged())] as const,
      );
      const [ofPage, ...others] = [...stored].filter(
        ([sid]) => !load.senders.some((one) => one.sid === sid),
      );
      expect(others).toEqual([]);
      expect(ofPage?.[1]).toEqual(wholeUpTo(own.created));
      expect(new Map([...stored].filter(([sid]) => sid !== ofPage?.[0]))).toEqual(new Map(wanted));
      expect(await notesIn(node)).toEqual(Array.from({ length: own.notes }, (_, n) => n));
    }
    expect(own).toMatchObject({ delivered: own.created });
    expect(summary).toMatchObject({
      events: load.acknowledged() + own.created,
      clients: documents + 1,
      missing: 0,
      rejected: 0,
    });
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

/** Row count, distinct numbers, lowest and highest number. */
function wholeUpTo(count: number) {
  return { rows: count, numbers: count, first: 1, last: count };
}

/** Waits until the standby has replayed everything from the primary. */
async function untilCaughtUp(primary: Cluster['primary'], name: string): Promise<void> {
  await until(`${name} has replayed everything`, async () => {
    const behind = await primary.psql(
      `SELECT pg_current_wal_lsn() - replay_lsn FROM pg_stat_replication WHERE application_name = '${name}'`,
    );
    return behind !== '' && Number(behind) <= 0;
  });
}
