import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { untilPasses } from '../support/until.ts';
import { listenOnFreePort } from '../unit/server/support/listen-on-free-port.ts';
import { spawnTestServer } from '../unit/server/support/spawn-test-server.ts';
import { startTestServer, testOptions } from '../unit/server/support/start-test-server.ts';
import { storeBatch } from '../unit/server/support/store-batches.ts';
import { openStore, storePlace } from '../unit/server/support/store-place.ts';
import { makeBucket, startSwift } from './writing-server.ts';

const swift = startSwift();

const hourMs = 3_600_000;
const firstHour = Date.UTC(2026, 10, 29, 22);
const all = "FROM read_parquet('s3://my-bucket/offstage/**/*.parquet', hive_partitioning = true)";
const token = 'operator-token-of-the-tests';

/** Gives this process credentials, or another secret. */
function signIn(secret?: string): void {
  for (const [name, value] of Object.entries(swift().env)) vi.stubEnv(name, value);
  if (secret !== undefined) vi.stubEnv('AWS_SECRET_ACCESS_KEY', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** Fills a store with events of three hours, two of them on the next day. */
async function fillStore(count = 300) {
  const place = await storePlace();
  const store = await openStore(place);
  for (let seq = 1; seq <= count; seq += 10)
    await store.insertBatch(
      storeBatch(
        Array.from({ length: 10 }, (_, index) => seq + index),
        { receivedMs: firstHour + Math.floor(((seq - 1) * 3) / count + 1) * hourMs },
      ),
    );
  return { ...place, store };
}

const counted = `SELECT count(*)::INT AS events, count(DISTINCT ("store", "sid", "seq"))::INT AS different ${all}`;

test('events of finished hours are in the bucket, where DuckDB reads each once [feature-parquet]', async () => {
  signIn();
  const { options, store } = await fillStore();
  const bucket = await makeBucket();
  const server = await startTestServer({ ...options, parquet: bucket.target, token });
  const readMetrics = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${server.embed}/metrics`, { headers })).text();
  };
  await untilPasses(async () =>
    expect(await readMetrics()).toContain('offstage_parquet_files_total{store="sqlite"} 3'),
  );
  expect(await readMetrics()).toContain('offstage_parquet_events_total{store="sqlite"} 300');
  expect(await readMetrics()).toContain('offstage_parquet_behind_seconds{store="sqlite"} 0');
  expect((await bucket.names()).map((name) => name.replace(/[\da-f]{8}\./, 'ID.'))).toEqual([
    'video/day=2026-11-29/hour=23/sqlite-1-300-ID.parquet',
    'video/day=2026-11-30/hour=00/sqlite-1-300-ID.parquet',
    'video/day=2026-11-30/hour=01/sqlite-1-300-ID.parquet',
  ]);
  expect(
    await bucket.query(
      `SELECT count(*)::INT AS n, "hour"::INT AS h, day::VARCHAR AS d ${all} GROUP BY ALL ORDER BY d, h`,
    ),
  ).toEqual([
    { n: 100, h: 23, d: '2026-11-29' },
    { n: 100, h: 0, d: '2026-11-30' },
    { n: 100, h: 1, d: '2026-11-30' },
  ]);
  const stored = await store.events.after(0, 1_000);
  const written = await bucket.query(
    `SELECT "row"::INT AS r, sid, seq::INT AS seq, name, endpoint, event_time_ms, epoch_ms(received)::DOUBLE AS ms, client_event_id, context, payload ${all} ORDER BY "row"`,
  );
  expect(written).toEqual(
    stored.map((event) => ({
      r: event.row,
      sid: event.sid,
      seq: event.seq,
      name: event.name,
      endpoint: event.endpoint,
      event_time_ms: event.eventTimeMs,
      ms: event.receivedMs,
      client_event_id: 'id',
      context: JSON.stringify(event.context),
      payload: JSON.stringify(event.payload),
    })),
  );
  expect(server.sentences).toEqual([]);
});

test('a server that is killed after an upload, before it has noted it, writes each event once', async () => {
  const { options, sql } = await fillStore();
  const bucket = await makeBucket();
  let child: ReturnType<typeof spawnTestServer> | null = null;
  let uploads = 0;
  // Passes requests on, and kills the server when the storage has taken the second file.
  const between = await listenOnFreePort(
    createServer((incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const target = new URL(swift().endpoint);
      const { hostname, port } = target;
      const passed = ask({ hostname, port, method, path: url, headers }, (answer) => {
        uploads++;
        if (uploads === 2) child?.kill('SIGKILL');
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(passed);
    }),
  );
  const parquet = { ...bucket.target, endpoint: between.origin };
  const start = () => spawnTestServer(testOptions({ ...options, parquet }), swift().env);
  child = start();
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const before = await bucket.names();
  expect(before).toHaveLength(2);
  // The dead server's lease would end after two minutes.
  await sql('UPDATE parquet_copy SET until_ms = 0');
  child = start();
  await untilPasses(async () =>
    expect(await sql('SELECT 1 FROM parquet_copy WHERE row = planned_row')).toHaveLength(1),
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  const after = await bucket.names();
  expect(after).toHaveLength(3);
  expect(after).toEqual(expect.arrayContaining(before));
  expect(await bucket.query(counted)).toEqual([{ events: 300, different: 300 }]);
});

test('two servers that share a store write each event once', async () => {
  const { options, sql } = await fillStore();
  const bucket = await makeBucket();
  const own = testOptions({ ...options, parquet: bucket.target });
  const servers = [own, own].map((options) => spawnTestServer(options, swift().env));
  await untilPasses(async () => {
    const [noted] = await sql('SELECT row FROM parquet_copy');
    expect(Number(noted?.row)).toBe(300);
  });
  for (const server of servers) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  expect(await bucket.query(counted)).toEqual([{ events: 300, different: 300 }]);
});

test.each([
  [
    'a wrong secret',
    { secret: 'wr0ng' },
    'it refuses the credentials, or denies them writing (403',
  ],
  ['no bucket', { bucket: 'missing' }, 'there is no bucket missing (404 NoSuchBucket)'],
  ['another region', { region: 'us-west-2' }, 'the bucket is in another region (400'],
])('with %s the log says what to do, once, and no secret', async (_, wrong, reason) => {
  const { secret, ...target } = { secret: undefined, ...wrong };
  signIn(secret);
  const { options, sql } = await fillStore();
  const bucket = await makeBucket();
  const server = await startTestServer({ ...options, parquet: { ...bucket.target, ...target } });
  await untilPasses(() => expect(server.sentences).toHaveLength(1));
  expect(server.sentences[0]).toContain(`does not take files (${reason}`);
  expect(server.sentences[0]).not.toMatch(/wr0ng|testing|test:tester/);
  await server.stop(0);
  expect(await bucket.names()).toEqual([]);
  // Corrected, the server writes what waited.
  signIn();
  await startTestServer({ ...options, parquet: bucket.target });
  await untilPasses(async () =>
    expect(await sql('SELECT 1 FROM parquet_copy WHERE row = 300')).toHaveLength(1),
  );
  expect(await bucket.query(counted)).toEqual([{ events: 300, different: 300 }]);
});

test('the documented questions have answers', async () => {
  signIn();
  const { options, sql } = await fillStore();
  const bucket = await makeBucket();
  await startTestServer({ ...options, parquet: bucket.target });
  await untilPasses(async () =>
    expect(await sql('SELECT 1 FROM parquet_copy WHERE row = 300')).toHaveLength(1),
  );
  const docs = readFileSync(new URL('../../docs/self-hosting/parquet.md', import.meta.url), 'utf8');
  const [count = '', once = ''] = [...docs.matchAll(/```sql\n([\s\S]*?)```/g)].map(
    ([, sql]) => sql,
  );
  expect(await bucket.query(count)).toEqual([{ name: 'n', events: '200' }]);
  expect(await bucket.query(once)).toEqual([{ events: '300' }]);
});
