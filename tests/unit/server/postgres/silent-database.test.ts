import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../support/postgres-database.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openWithLimits } from './open-with-limits.ts';

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

test('a server that accepts connections without an answer times out', async () => {
  const database = await createDatabase();
  const silent = await passage(Number(new URL(database.url).port));
  silent.fallSilent();
  const { store, sentences } = await openWithLimits(
    `postgres://me:secret@127.0.0.1:${silent.port}/x`,
    {
      connectMs: 100,
    },
  );
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ error: { code: 'STORE_AWAY' } });
  expect(sentences[0]).toMatch(
    /^PostgreSQL me@127\.0\.0\.1:\d+\/x cannot be reached \(.*time.*\); the server retries/,
  );
});

test('a database that falls silent halfway times out, and its connections are closed', async () => {
  const database = await createDatabase();
  const { port } = new URL(database.url);
  const between = await passage(Number(port));
  const { store, sentences } = await openWithLimits(
    database.url.replace(port, String(between.port)),
    {
      silenceMs: 3_000,
      connectMs: 3_000,
    },
  );
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  between.fallSilent();
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ error: { code: 'STORE_AWAY' } });
  expect(sentences).toMatchObject([expect.stringContaining('Query read timeout')]);
});

test('after a statement times out the store is busy, not away', async () => {
  const database = await createDatabase();
  const { store, sentences } = await openWithLimits(database.url, { statementMs: 3_000 });
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
  const { store, sentences } = await openWithLimits(database.url, {
    poolCount: 1,
    connectMs: 3_000,
  });
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
