import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { createDatabase, hostsOf } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});
afterAll(() => endPostgresServer(postgres));

/** The store's metrics as Prometheus reads them. */
async function scrape(server: TestServer): Promise<{ status: number; store: string[] }> {
  const { status, body } = await rawRequest(server.embed, '/metrics');
  return {
    status,
    store: body.split('\n').filter((line) => /^offstage_store_(up|events)/.test(line)),
  };
}

async function probe(server: TestServer): Promise<[number, unknown]> {
  const { status, body } = await rawRequest(server.embed, '/readyz');
  return [status, JSON.parse(body)];
}

const isAway = [
  503,
  {
    error: {
      code: 'STORE_AWAY',
      message: 'The event store cannot be reached; send the request again later.',
    },
  },
];

async function expectAway(server: TestServer): Promise<void> {
  await expect.poll(() => probe(server)).toEqual(isAway);
  expect(await scrape(server)).toEqual({ status: 200, store: ['offstage_store_up 0'] });
  expect((await rawRequest(server.embed, '/healthz')).status).toBe(200);
}

async function expectThere(server: TestServer): Promise<void> {
  await expect.poll(() => probe(server)).toEqual([200, { status: 'ready' }]);
  const { status, store } = await scrape(server);
  expect([status, store[0]]).toEqual([200, 'offstage_store_up 1']);
  expect(store).toHaveLength(3);
}

/** A page: sends an event until it is accepted, then the next, while `isOpen`. */
function startPage(server: TestServer) {
  const acknowledged: number[] = [];
  const refused: unknown[] = [];
  let isOpen = true;
  async function run(): Promise<void> {
    for (let seq = 1; isOpen; ) {
      const { status, headers, body } = await rawRequest(server.embed, '/youtubei/v1/log_event', {
        method: 'POST',
        body: JSON.stringify(logBatch([logEvent(seq)])),
      });
      if (status === 200) {
        acknowledged.push(seq);
        seq += 1;
      } else refused.push([status, headers['retry-after'], JSON.parse(body).error.code]);
    }
  }
  const ended = run();
  return {
    acknowledged,
    refused,
    close() {
      isOpen = false;
      return ended;
    },
  };
}

test('probes and metrics report whether the database is there, at the start and whenever it comes and goes; accepted events stay [feature-metrics]', async () => {
  const server = await startTestServer({ stores: [hostsOf(postgres.url)] });
  const page = startPage(server);
  await expectAway(server);

  await postgres.start();
  await expectThere(server);
  await expect.poll(() => page.acknowledged.length).toBeGreaterThan(20);

  await postgres.stop('SIGKILL');
  await expectAway(server);
  const taken = page.acknowledged.length;

  await postgres.start();
  await expectThere(server);
  await expect.poll(() => page.acknowledged.length).toBeGreaterThan(taken + 20);
  await page.close();

  // No other answer was given, and each had its Retry-After.
  expect(new Set(page.refused.map(String))).toEqual(new Set(['503,5,STORE_AWAY']));
  const stored = (await readNdjson(`${server.embed}/telemetry/events?last=10000`)).map(
    ({ seq }) => seq,
  );
  expect(stored.toSorted((a, b) => a - b)).toEqual(page.acknowledged);
  const { store } = await scrape(server);
  expect(store).toContain(`offstage_store_events{state="stored"} ${page.acknowledged.length}`);
  expect(server.errors).toEqual([]);
});

test('a database that hangs does not delay probes or metrics', async () => {
  const database = await createDatabase();
  const server = await startTestServer({ stores: [database.hosts] });
  const other = new pg.Client(database.url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN; LOCK TABLE totals IN ACCESS EXCLUSIVE MODE');
  // More than the server has connections.
  const probes = Promise.all(Array.from({ length: 20 }, () => probe(server)));
  expect(await scrape(server)).toEqual({ status: 200, store: ['offstage_store_up 0'] });
  expect(
    new Set((await probes).map(([status, body]) => `${status} ${JSON.stringify(body)}`)),
  ).toEqual(
    new Set([
      '503 {"error":{"code":"STORE_SILENT","message":"The event store has not answered for 3 s; try again later."}}',
    ]),
  );
  // One query for all of them; the daily maintenance of the store may wait beside it.
  const [locks] = await database.sql(
    `SELECT count(DISTINCT pid) AS waiting FROM pg_locks JOIN pg_database ON oid = database
     WHERE NOT granted AND datname = current_database()`,
  );
  expect(locks?.waiting).toBeLessThanOrEqual(2);
  await other.query('COMMIT');
  await expectThere(server);
  expect(server.errors).toEqual([]);
});
