import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { hostsOf, query } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { spawnTestServer } from '../support/spawn-test-server.ts';
import { startTestServer, testOptions } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});

// Each test begins without the database.
beforeEach(() => postgres.stop('SIGKILL'));
afterAll(() => endPostgresServer(postgres));

/** Sends what a page sends as it ends. */
async function send(origin: string, sid: string, seq: number) {
  const reply = await rawRequest(origin, '/youtubei/v1/log_event', {
    method: 'POST',
    body: JSON.stringify(logBatch([logEvent(seq)], { sid })),
  });
  return [reply.status, JSON.parse(reply.body)];
}

const taken = [200, { accepted: 1, duplicates: 0, rejected: 0 }];
const readiness = async (origin: string) => {
  const reply = await rawRequest(origin, '/readyz');
  return [reply.status, JSON.parse(reply.body).status];
};
const spoolMetrics = async (origin: string) =>
  (await rawRequest(origin, '/metrics')).body
    .split('\n')
    .filter((line) => /^offstage_spool/.test(line));
const storedOf = (sid: string) =>
  query(postgres.url, `SELECT seq::int AS seq FROM events WHERE sid = '${sid}' ORDER BY seq`);

test('while the database is away, events wait in the spool, the server stays ready, and they are stored once it is back', async () => {
  const sid = 'sid-of-a-spool-0001';
  const server = await startTestServer({
    stores: [hostsOf(postgres.url)],
    spoolMb: 1,
    areMetricsOpen: true,
  });
  expect(await send(server.embed, sid, 1)).toEqual(taken);
  expect(await send(server.embed, sid, 2)).toEqual(taken);
  expect(await readiness(server.embed)).toEqual([200, 'spooling']);
  expect(await spoolMetrics(server.embed)).toEqual(
    expect.arrayContaining([
      'offstage_spool_waiting 2',
      'offstage_spool_writes_total{result="spooled"} 2',
    ]),
  );
  await postgres.start();
  await expect.poll(() => spoolMetrics(server.embed)).toContain('offstage_spool_waiting 0');
  expect(await storedOf(sid)).toEqual([{ seq: 1 }, { seq: 2 }]);
  await expect.poll(() => readiness(server.embed)).toEqual([200, 'ready']);
  expect(server.errors).toEqual([]);
});

test('a server that is killed with a spool delivers it at its next start, beside another with the same events', async () => {
  const sid = 'sid-of-a-spool-0002';
  const options = testOptions({
    dataDir: tempDirectory(),
    stores: [hostsOf(postgres.url)],
    spoolMb: 1,
  });
  const first = spawnTestServer(options);
  const intake = await listening(first);
  for (const seq of [1, 2, 3]) expect(await send(intake, sid, seq)).toEqual(taken);
  first.kill('SIGKILL');
  await once(first, 'exit');
  const other = await startTestServer({ stores: [hostsOf(postgres.url)], spoolMb: 1 });
  for (const seq of [3, 4]) expect(await send(other.embed, sid, seq)).toEqual(taken);
  await postgres.start();
  await listening(spawnTestServer(options));
  await expect.poll(() => storedOf(sid)).toEqual([1, 2, 3, 4].map((seq) => ({ seq })));
});

test('a database that hangs is slow: events go to the spool, and each is stored once it goes on', async () => {
  const sid = 'sid-of-a-spool-0003';
  await postgres.start();
  const server = await startTestServer({ stores: [hostsOf(postgres.url)], spoolMb: 1 });
  expect(await send(server.embed, sid, 1)).toEqual(taken);
  postgres.freeze();
  try {
    expect(await send(server.embed, sid, 2)).toEqual(taken);
    expect(await send(server.embed, sid, 3)).toEqual(taken);
  } finally {
    postgres.thaw();
  }
  await expect.poll(() => storedOf(sid)).toEqual([1, 2, 3].map((seq) => ({ seq })));
});

async function listening({ stdout }: ReturnType<typeof spawnTestServer>): Promise<string> {
  let output = '';
  for await (const chunk of stdout ?? []) {
    output += chunk;
    const intake = /^Event intake +(\S+)$/m.exec(output)?.[1];
    if (intake !== undefined) return new URL(intake).origin;
  }
  throw new Error(`The server did not start: ${output}`);
}
