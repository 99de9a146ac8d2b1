import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { linkLimits } from '../../../../server/store/postgres/connect-options.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { logBatch, logEvent } from '../support/log-batches.ts';
import { createDatabase, hostsOf, query } from '../support/postgres-database.ts';
import { createPostgresServer, type PostgresServer } from '../support/postgres-server.ts';
import { type RawReply, rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await createPostgresServer();
});
// Each test begins without the database.
beforeEach(() => postgres.stop('SIGKILL'));
afterAll(async () => {
  await postgres.stop('SIGQUIT');
  postgres.remove();
});

const send = (server: TestServer, seq: number) =>
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
  const server = await startTestServer({ postgres: hostsOf(postgres.url) });
  const name = `offstage@127.0.0.1:${postgres.port}/postgres`;
  expect(server.sentences).toEqual([
    `PostgreSQL ${name} cannot be reached (connect ECONNREFUSED 127.0.0.1:${postgres.port}); the server retries until it answers. Meanwhile events are answered with 503, and players keep them.`,
  ]);
  expectAway(await send(server, 1));
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
  expect(storedOf(await send(server, 1))).toEqual([200, 1]);

  await postgres.stop('SIGKILL');
  // The first request notices it, the second already knows.
  expectAway(await send(server, 2));
  expectAway(await send(server, 2));
  expect((await rawRequest(server.embed, '/embed/x')).status).toBe(200);
  expect(server.sentences).toHaveLength(3);

  await postgres.start();
  await expect.poll(() => server.sentences).toHaveLength(4);
  expect(storedOf(await send(server, 2))).toEqual([200, 1]);
  const summary = JSON.parse((await rawRequest(server.embed, '/telemetry/summary')).body);
  expect(summary).toMatchObject({ events: 2, batches: 2, clients: 1, missing: 0 });
  expect(server.errors).toEqual([]);
  // A password must not appear in any of it.
  expect(server.sentences.join()).not.toMatch(/pass/i);
});

test('the server stops at once while its database is away', async () => {
  const server = await startTestServer({ postgres: hostsOf(postgres.url) });
  await server.stop(0);
  expect(server.errors).toEqual([]);
});

test('requests whose connections the database ends are retried once, without losing an event', async () => {
  await postgres.start();
  const server = await startTestServer({ postgres: hostsOf(postgres.url) });
  expect(storedOf(await send(server, 11))).toEqual([200, 1]);
  await query(
    postgres.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'offstage'",
  );
  await expect
    .poll(async () => storedOf(await send(server, 12)))
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

/** A proxy in between that can fall silent: it passes bytes on until it has to swallow them. */
async function passage(to: number): Promise<{ port: number; fallSilent(): void }> {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => into.destroy());
      from.on('data', (bytes) => {
        if (!isSilent) into.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    fallSilent() {
      isSilent = true;
    },
  };
}

async function openWith(url: string, limits: Partial<typeof linkLimits>) {
  const sentences: string[] = [];
  const opened = await openPostgresStore(hostsOf(url), {
    warn: (sentence) => sentences.push(sentence),
    limits: { ...linkLimits, ...limits },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return { store: opened.value, sentences };
}

test('a server that accepts connections without an answer times out', async () => {
  const database = await createDatabase();
  const silent = await passage(Number(new URL(database.url).port));
  silent.fallSilent();
  const { store, sentences } = await openWith(`postgres://me:secret@127.0.0.1:${silent.port}/x`, {
    connectMs: 100,
  });
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ error: { code: 'STORE_AWAY' } });
  expect(sentences[0]).toMatch(
    /^PostgreSQL me@127\.0\.0\.1:\d+\/x cannot be reached \(.*time.*\); the server retries/,
  );
});

test('a database that falls silent halfway times out, and its connections are closed', async () => {
  const database = await createDatabase();
  const { port } = new URL(database.url);
  const between = await passage(Number(port));
  const { store, sentences } = await openWith(database.url.replace(port, String(between.port)), {
    silenceMs: 3_000,
    connectMs: 3_000,
  });
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  between.fallSilent();
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ error: { code: 'STORE_AWAY' } });
  expect(sentences).toMatchObject([expect.stringContaining('Query read timeout')]);
});

test('after a statement times out the store is busy, not away', async () => {
  const database = await createDatabase();
  const { store, sentences } = await openWith(database.url, { statementMs: 3_000 });
  await store.insertBatch(storeBatch([1]));
  const other = new pg.Client(database.url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  await other.query('LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
  expect(await store.insertBatch(storeBatch([2]))).toEqual({
    ok: false,
    error: {
      code: 'STORE_BUSY',
      message: 'The event store is overloaded; send the request again.',
    },
  });
  await other.query('COMMIT');
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ value: { accepted: 1 } });
  expect(sentences).toEqual([]);
});

test('when all connections are in use the store is busy, not away', async () => {
  const database = await createDatabase();
  const { store, sentences } = await openWith(database.url, { poolCount: 1, connectMs: 3_000 });
  const other = new pg.Client(database.url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  await other.query('LOCK TABLE totals IN ACCESS EXCLUSIVE MODE');
  const waiting = store.summary();
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ error: { code: 'STORE_BUSY' } });
  await other.query('COMMIT');
  expect(await waiting).toMatchObject({ events: 0 });
  expect(sentences).toEqual([]);
});

test('on a full disk no event is acknowledged, and events that arrive later are stored', async () => {
  const database = await createDatabase();
  const { store, sentences } = await openWith(database.url, {});
  await store.insertBatch(storeBatch([1]));
  // PostgreSQL's own error, without a full disk.
  await database.sql(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  await database.sql(
    'CREATE TRIGGER full_disk BEFORE INSERT ON events_other FOR EACH ROW EXECUTE FUNCTION no_room()',
  );
  expect(
    await Promise.all([store.insertBatch(storeBatch([2])), store.insertBatch(storeBatch([3]))]),
  ).toMatchObject([{ error: { code: 'STORE_FULL' } }, { error: { code: 'STORE_FULL' } }]);
  expect(await store.summary()).toMatchObject({ events: 1, batches: 1 });
  await database.sql('DROP TRIGGER full_disk ON events_other');
  expect(await store.insertBatch(storeBatch([2, 3]))).toMatchObject({ value: { accepted: 2 } });
  expect(sentences).toEqual([]);
});

test('a batch that the database refuses does not affect others of its group', async () => {
  const database = await createDatabase();
  const { store } = await openWith(database.url, {});
  await database.sql("ALTER TABLE events ADD CHECK (name <> 'refused')");
  const bad = storeBatch([5]);
  const results = await Promise.allSettled([
    store.insertBatch(storeBatch([1, 2])),
    store.insertBatch({
      ...bad,
      events: bad.events.map((event) => ({ ...event, name: 'refused' })),
    }),
    store.insertBatch(storeBatch([2, 3])),
  ]);
  expect(results).toMatchObject([
    { value: { ok: true, value: { accepted: 2, duplicates: 0 } } },
    { reason: { code: '23514' } },
    { value: { ok: true, value: { accepted: 1, duplicates: 1 } } },
  ]);
  expect(await store.summary()).toMatchObject({ events: 3, batches: 2, clients: 1, missing: 0 });
});
