import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHealthRoutes } from '../../../../server/operator/health/health-routes.ts';
import { createStoreWatch } from '../../../../server/operator/health/store-watch.ts';
import { watchWrites } from '../../../../server/operator/health/watch-writes.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { type LinkLimits, linkLimits } from '../../../../server/store/postgres/link-limits.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open-postgres-store.ts';
import { testSid } from '../support/log-batches.ts';
import { hostsOf, query } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { cancelCommits, loseQuorum, setStandbys, withoutStandby } from '../support/quorum.ts';
import { startQuorumStandby } from '../support/quorum-standby.ts';
import { createSmallDisk } from '../support/small-disk.ts';
import { storeBatch } from '../support/store-batches.ts';

let postgres: PostgresServer;
let madeCount = 0;
beforeAll(async () => {
  postgres = await createPostgresServer();
  await postgres.start();
});
afterAll(() => endPostgresServer(postgres));

interface Database {
  name: string;
  url: string;
  sql(text: string): Promise<Record<string, unknown>[]>;
}

/** A database of this file's server, which has no quorum yet. */
async function createDatabase(): Promise<Database> {
  await setStandbys(postgres.url, '');
  madeCount += 1;
  const name = `quorum_${madeCount}`;
  await query(postgres.url, `CREATE DATABASE ${name}`);
  const url = postgres.url.replace(/\/postgres$/, `/${name}`);
  return { name, url, sql: (text) => query(url, text) };
}

async function follow(): Promise<() => Promise<void>> {
  const standby = await startQuorumStandby(postgres.url, 'pg2');
  onTestFinished(() => standby.stop());
  return () => standby.stop();
}

async function open({ url }: Pick<Database, 'url'>, limits: Partial<LinkLimits> = {}) {
  const sentences: string[] = [];
  const opened = await openPostgresStore(hostsOf(url), {
    warn: (sentence) => sentences.push(sentence),
    limits: { ...linkLimits, retryMaxMs: 250, ...limits },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.close());
  return { store: opened.value, sentences };
}

const unconfirmed = <T>(work: () => Promise<T>) => withoutStandby(postgres.url, work);

const isAway = { ok: false, error: { code: 'STORE_AWAY' } };
const seqsIn = async (database: Database) =>
  (await database.sql('SELECT seq FROM events ORDER BY seq')).map(({ seq }) => seq);

test('receipts and repeated batches acknowledge nothing that a primary kept from before a crash without its standby [attack-M2, feature-exactly-once]', async () => {
  const database = await createDatabase();
  const { store } = await open(database);
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  await loseQuorum(postgres.url);
  expect(await unconfirmed(() => store.insertBatch(storeBatch([2])))).toMatchObject(isAway);
  await postgres.stop('SIGKILL');
  await postgres.start();
  expect(await seqsIn(database)).toEqual([1, 2]);

  // The row is there and readable, but was not committed by the quorum.
  await expect.poll(() => store.summary().catch(() => null)).toMatchObject({ events: 2 });
  expect(await unconfirmed(() => store.storedRanges(testSid, 1))).toMatchObject(isAway);
  expect(await unconfirmed(() => store.insertBatch(storeBatch([2])))).toMatchObject(isAway);

  await follow();
  await expect
    .poll(() => store.storedRanges(testSid, 1))
    .toEqual({ ok: true, value: { stored: [[1, 2]], isCut: false } });
  expect(await store.insertBatch(storeBatch([2]))).toEqual({
    ok: true,
    value: { accepted: 0, duplicates: 1 },
  });
});

test('a commit whose wait for a standby is cancelled is not acknowledged, and no other server gives a receipt for it [attack-M2]', async () => {
  const database = await createDatabase();
  const { store } = await open(database, { commitMs: 60_000 });
  const { store: other } = await open(database);
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  await loseQuorum(postgres.url);
  const answer = store.insertBatch(storeBatch([2]));
  while ((await cancelCommits(postgres.url)) === 0);
  expect(await answer).toMatchObject(isAway);
  // PostgreSQL has it, and shows it to all readers.
  expect(await seqsIn(database)).toEqual([1, 2]);
  expect(await unconfirmed(() => other.storedRanges(testSid, 1))).toMatchObject(isAway);
});

test.each(['off', 'local'])(
  'synchronous_commit = %s in the configuration acknowledges nothing without a standby',
  async (value) => {
    const database = await createDatabase();
    await database.sql(`ALTER DATABASE ${database.name} SET synchronous_commit = ${value}`);
    const { store } = await open(database);
    expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
    await loseQuorum(postgres.url);
    expect(await unconfirmed(() => store.insertBatch(storeBatch([2])))).toMatchObject(isAway);
  },
);

test('without a quorum the server is not ready and waiting commits do not pile up; it is ready again with the first standby [attack-M4]', async () => {
  const database = await createDatabase();
  // A healthy commit may also take longer, so what must succeed is asked for again.
  const { store, sentences } = await open(database, { commitMs: 500, probeCommitMs: 500 });
  const { ask, watched } = watch(store);
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
  await loseQuorum(postgres.url);
  // The last write decides until the next one fails.
  expect(await watched.insertBatch(storeBatch([1]))).toMatchObject(isAway);
  const sentence = 'accepts writes but does not commit them (no commit was confirmed within 0.5 s)';
  await expect.poll(() => sentences.at(-1)).toContain(sentence);
  for (let time = 0; time < 20; time += 1)
    expect(await ask()).toMatchObject([503, { error: { code: 'STORE_AWAY' } }]);
  const [row] = await database.sql(
    "SELECT count(*) AS waiting FROM pg_stat_activity WHERE wait_event = 'SyncRep'",
  );
  // The current probe, and one whose wait is being cancelled.
  expect(row?.waiting).toBeLessThanOrEqual(2);
  await follow();
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
  await expect.poll(() => watched.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
});

test('a database that becomes read-only makes the server unready, and ready again when it accepts writes', async () => {
  const database = await createDatabase();
  const { store } = await open(database);
  const { ask } = watch(store, { freshMs: 0 });
  expect(await ask()).toEqual([200, { status: 'ready' }]);
  // For open connections too.
  await query(postgres.url, 'ALTER SYSTEM SET default_transaction_read_only = on');
  await query(postgres.url, 'SELECT pg_reload_conf()');
  await expect.poll(ask).toMatchObject([503, { error: { code: 'STORE_AWAY' } }]);
  await takeWrites();
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
});

async function takeWrites(): Promise<void> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  await client.query('ALTER SYSTEM RESET default_transaction_read_only');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

test('a database that hangs makes the server unready with one probe in flight, and ready again when it continues [attack-M4]', async () => {
  const database = await createDatabase();
  const { store } = await open(database);
  let questions = 0;
  const counted = {
    ...store,
    summary: () => {
      questions += 1;
      return store.summary();
    },
  };
  const { ask } = watch(counted, { answerMs: 300, freshMs: 0 });
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
  postgres.freeze();
  try {
    const asked = questions;
    for (let time = 0; time < 3; time += 1)
      expect(await ask()).toMatchObject([503, { error: { code: 'STORE_SILENT' } }]);
    expect(questions).toBe(asked + 1);
  } finally {
    postgres.thaw();
  }
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
});

test('a database with a full disk makes the server unready, and ready again when there is room [attack-M4]', async () => {
  await setStandbys(postgres.url, '');
  const disk = await createSmallDisk(postgres);
  const { store } = await open({ url: disk.url });
  const { ask, watched } = watch(store);
  expect(await ask()).toEqual([200, { status: 'ready' }]);
  await disk.fill();
  const stored: number[] = [];
  for (let first = 1, isFull = false; !isFull; first += 20) {
    const batch = storeBatch(Array.from({ length: 20 }, (_, n) => first + n));
    // PostgreSQL compresses this, unlike random text.
    const payloadJson = JSON.stringify(randomBytes(8_000).toString('base64'));
    const events = batch.events.map((event) => ({ ...event, payloadJson }));
    const answer = await watched.insertBatch({ ...batch, events });
    isFull = !answer.ok;
    if (isFull) expect(answer).toMatchObject({ error: { code: 'STORE_FULL' } });
    else stored.push(first);
  }
  const isFull = [503, { error: { code: 'STORE_FULL' } }];
  expect(await ask()).toMatchObject(isFull);
  // A write that still fits is no sign of room.
  await watched.countRefusedBatch(10, 5);
  expect(await ask()).toMatchObject(isFull);
  await disk.makeRoom();
  await expect.poll(ask).toEqual([200, { status: 'ready' }]);
  expect((await store.summary()).events).toBe(stored.length * 20);
});

test('a store whose database hangs or waits for its standby closes without it', async () => {
  const database = await createDatabase();
  const { store: idle } = await open(database, { closeMs: 100 });
  const { store: searching, sentences } = await open(database, { probeCommitMs: 3_600_000 });
  await loseQuorum(postgres.url);
  expect(await unconfirmed(() => searching.insertBatch(storeBatch([1])))).toMatchObject(isAway);
  expect(sentences).toHaveLength(1);
  await searching.close();
  postgres.freeze();
  try {
    await idle.close();
  } finally {
    postgres.thaw();
  }
});

/** The server's answer to `/readyz`. */
function watch(store: EventStore, times: { answerMs?: number; freshMs?: number } = {}) {
  const storeWatch = createStoreWatch(store, {
    reportError: (error) => {
      throw error;
    },
    ...times,
  });
  const routes = createHealthRoutes({ storeWatch, canSpool: () => false, isDraining: () => false });
  return {
    watched: watchWrites(store, storeWatch.noteWrite),
    async ask(): Promise<[number, unknown]> {
      const reply = await routes.request('/readyz');
      return [reply.status, await reply.json()];
    },
  };
}
