import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { createDatabase, hostsOf, query } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});

// Each test begins without the database.
beforeEach(() => postgres.stop('SIGKILL'));
afterAll(() => endPostgresServer(postgres));

const sendEvent = (server: TestServer, seq: number) =>
  rawRequest(server.embed, '/youtubei/v1/log_event', {
    method: 'POST',
    body: JSON.stringify(logBatch([logEvent(seq)])),
  });

const away = {
  error: {
    code: 'STORE_AWAY',
    message: 'The event store cannot be reached; send the request again later.',
  },
};

function expectAway(reply: RawReply): void {
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(reply.body)).toEqual(away);
}

const storedOf = (reply: RawReply) => [reply.status, JSON.parse(reply.body).accepted];

test('a database that is away at the start, comes, goes and comes again breaks no page and loses no event', async () => {
  const server = await startTestServer({ stores: [hostsOf(postgres.url)] });
  const name = `offstage@127.0.0.1:${postgres.port}/postgres`;
  expect(server.sentences).toEqual([
    `PostgreSQL ${name} cannot be reached (connect ECONNREFUSED 127.0.0.1:${postgres.port}); the server retries until it answers. Meanwhile events wait in the spool, or players keep them.`,
  ]);
  expectAway(await sendEvent(server, 1));
  expectAway(
    await rawRequest(server.embed, '/youtubei/v1/log_event?sid=sid-0123456789abcdef&from=1'),
  );
  for (const origin of [server.embed, server.demo])
    for (const path of ['summary', 'qoe', 'events', 'events?last=5', 'log', 'gaps', 'errors'])
      expectAway(await rawRequest(origin, `/telemetry/${path}`));
  for (const path of ['/', '/embed/x', '/generate_204'])
    expect((await rawRequest(server.embed, path)).status).toBeLessThan(300);

  await postgres.start();
  await expect
    .poll(() => server.sentences.at(-1))
    .toBe(`PostgreSQL ${name} answers again: events are stored.`);
  expect(storedOf(await sendEvent(server, 1))).toEqual([200, 1]);

  await postgres.stop('SIGKILL');
  // The first request notices it, the second already knows.
  expectAway(await sendEvent(server, 2));
  expectAway(await sendEvent(server, 2));
  expect((await rawRequest(server.embed, '/embed/x')).status).toBe(200);
  expect(server.sentences).toHaveLength(3);

  await postgres.start();
  await expect.poll(() => server.sentences).toHaveLength(4);
  expect(storedOf(await sendEvent(server, 2))).toEqual([200, 1]);
  const summary = JSON.parse((await rawRequest(server.embed, '/telemetry/summary')).body);
  expect(summary).toMatchObject({ events: 2, batches: 2, clients: 1, missing: 0 });
  expect(server.errors).toEqual([]);
  // A password must not appear in any of it.
  expect(server.sentences.join()).not.toMatch(/pass/i);
});

test('the server stops at once while its database is away', async () => {
  const server = await startTestServer({ stores: [hostsOf(postgres.url)] });
  await server.stop(0);
  expect(server.errors).toEqual([]);
});

test('requests whose connections the database ends are retried once, without losing an event', async () => {
  await postgres.start();
  const server = await startTestServer({ stores: [hostsOf(postgres.url)] });
  expect(storedOf(await sendEvent(server, 11))).toEqual([200, 1]);
  await query(
    postgres.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'offstage'",
  );
  await expect
    .poll(async () => storedOf(await sendEvent(server, 12)))
    .toEqual([200, expect.any(Number)]);
  const stored = async () => {
    const path = '/youtubei/v1/log_event?sid=sid-0123456789abcdef&from=11';
    return JSON.parse((await rawRequest(server.embed, path)).body).stored;
  };
  await expect.poll(stored).toEqual([[11, 12]]);
  expect(server.errors).toEqual([]);
});

test('of several hosts the server uses the one that accepts writes', async () => {
  const database = await createDatabase();
  const { host } = new URL(database.url);
  const both = hostsOf(database.url.replace(host, `127.0.0.1:${postgres.port},${host}`));
  const opened = await openPostgresStore(both, { warn: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  expect(await opened.value.insertBatch(storeBatch([1]))).toMatchObject({ value: { accepted: 1 } });
});

test('a read-only database is not written to, and is checked again', async () => {
  const database = await createDatabase();
  const name = new URL(database.url).pathname.slice(1);
  const opened = await openPostgresStore(database.hosts, { warn: () => {} });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  const store = opened.value;
  await store.insertBatch(storeBatch([1]));
  // Like a primary that has become a standby.
  await database.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await query(
    database.url.replace(name, 'postgres'),
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
  await expect
    .poll(() => store.insertBatch(storeBatch([2])))
    .toMatchObject({ ok: false, error: { code: 'STORE_AWAY' } });
  await query(
    database.url.replace(name, 'postgres'),
    `ALTER DATABASE ${name} RESET default_transaction_read_only`,
  );
  await expect.poll(() => store.insertBatch(storeBatch([2]))).toMatchObject({ ok: true });
});

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'wrong';
    },
    /^PostgreSQL offstage@127\.0\.0\.1:\d+\/test_\w+ refuses the user or the password \(.*\); correct the address in --store, or the server's pg_hba\.conf\.$/,
  ],
  [
    'a missing database',
    (url: URL) => {
      url.pathname = '/nothing';
    },
    /^PostgreSQL offstage@127\.0\.0\.1:\d+\/nothing has no such database \(.*\); create it \(createdb\), or correct the address in --store\.$/,
  ],
  [
    'a user without permission',
    (url: URL) => {
      url.username = 'guest';
    },
    /^PostgreSQL guest@127\.0\.0\.1:\d+\/test_\w+ does not allow this user to use the store \(.*\); make the user the owner of the database\.$/,
  ],
])('%s ends the start with one sentence', async (_what, change, sentence) => {
  const database = await createDatabase();
  await database.sql(
    'DO $$ BEGIN CREATE USER guest; EXCEPTION WHEN duplicate_object THEN NULL; END $$',
  );
  const url = new URL(database.url);
  await database.sql(`ALTER USER guest PASSWORD '${decodeURIComponent(url.password)}'`);
  change(url);
  const opened = await openPostgresStore(hostsOf(url.href), { warn: () => {} });
  expect(opened).toMatchObject({ ok: false, error: { code: 'STORE_REFUSED' } });
  expect(opened.ok ? '' : opened.error.message).toMatch(sentence);
  expect(opened.ok ? '' : opened.error.message).not.toMatch(/wrong|with@marks/);
});
