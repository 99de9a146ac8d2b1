import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { apiCalls } from '../../../../../shared/wire/api-calls.ts';
import { logBatch, logEvent } from '../../support/log-batches.ts';
import { requestContext } from '../../support/request-context.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { openWithConnection, sendBody, stored } from './open-with-connection.ts';

test('while another program writes the store waits for an instant, reports it, and stores the repeated batch', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  let nowMs = 0;
  const { store, connection } = openWithConnection(file, () => nowMs);
  expect(connection.prepare('PRAGMA busy_timeout').get()).toEqual({ timeout: 100 });
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({
    ok: false,
    error: { code: 'STORE_BUSY' },
  });
  expect(await store.countRefusedBatch(7, 5)).toMatchObject({
    ok: false,
    error: { code: 'STORE_BUSY' },
  });
  other.exec('COMMIT');
  nowMs += 1_000;
  expect(await store.insertBatch(storeBatch([1]))).toEqual(stored(1, 0));
  expect(await store.summary()).toEqual({
    events: 1,
    batches: 1,
    duplicates: 0,
    rejected: 0,
    bytes: 10,
    clients: 1,
    missing: 0,
    expired: { events: 0, clients: 0, missing: 0 },
  });
});

test('after another program’s lock no write waits for it again within a second; reading goes on [attack-L5]', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  let nowMs = 0;
  const { store } = openWithConnection(file, () => nowMs);
  await store.insertBatch(storeBatch([1]));
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  // Each statement that fails has waited for the lock.
  const spies = (['all', 'run'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  const waits = () =>
    spies.flatMap(({ mock }) => mock.results).filter(({ type }) => type === 'throw').length;
  const subscribe = (viewer: string) =>
    store.viewers.subscribe({
      viewer,
      fields: { channelIds: ['UC1'] },
      nowMs: 5,
      canAdd: () => true,
    });
  const busy = { ok: false, error: { code: 'STORE_BUSY' } };
  // Fifty at once: the others wait for the first one's turn, and learn that it met a lock.
  const firstAttempts = await Promise.all(Array.from({ length: 50 }, (_, n) => subscribe(`v${n}`)));
  for (const attempt of firstAttempts) expect(attempt).toMatchObject(busy);
  expect(waits()).toBe(1);
  nowMs = 999;
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject(busy);
  expect(await store.countRefusedBatch(7, 5)).toMatchObject(busy);
  expect(waits()).toBe(1);
  expect(await store.summary()).toMatchObject({ events: 1 });
  // Then one tries again, and closes the store for the next second.
  nowMs = 1_000;
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject(busy);
  expect(waits()).toBe(2);
  other.exec('COMMIT');
  nowMs = 1_999;
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject(busy);
  nowMs = 2_000;
  expect(await store.insertBatch(storeBatch([2]))).toEqual(stored(1, 0));
});

test('a clock that is set back does not keep the store closed', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  let nowMs = 1_000_000;
  const { store } = openWithConnection(file, () => nowMs);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: false });
  other.exec('COMMIT');
  nowMs = 0;
  expect(await store.insertBatch(storeBatch([1]))).toEqual(stored(1, 0));
});

test('a rebuild of the reports waits until another program has released the lock', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  await store.insertBatch(storeBatch([1]));
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  const rebuilding = store.rebuildReports();
  // For a second after this one, each attempt fails.
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ error: { code: 'STORE_BUSY' } });
  other.exec('COMMIT');
  expect(await rebuilding).toMatchObject({ ok: true, value: { documents: 1 } });
});

const subscribePath = `/youtubei/v1/${apiCalls.subscribe.path}`;
const subscription = JSON.stringify({
  context: requestContext,
  channelIds: ['UC1'],
});
const entries = JSON.stringify({
  ...logBatch([]),
  droppedCount: 0,
  entries: [{ n: 1, kind: 'k', timeMs: 1, fields: {} }],
});

test.each([
  ['a batch', '/youtubei/v1/log_event', JSON.stringify(logBatch([logEvent(1)])), 200],
  ['a refused body', '/youtubei/v1/log_event', 'junk', 400],
  ['entries of the log', '/log', entries, 200],
  ['a command', subscribePath, subscription, 200],
])(
  '%s is answered with 503 while another program writes to the store, and accepted when it is sent again',
  async (_what, path, body, status) => {
    const dataDir = tempDirectory();
    let waitedMs = 0;
    const server = await startTestServer({ dataDir }, () => Date.now() + waitedMs);
    const other = new DatabaseSync(join(dataDir, 'events.sqlite'));
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const reply = await sendBody(server, path, body);
    expect(reply.status).toBe(503);
    expect(reply.body).toContain('STORE_BUSY');
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.headers['access-control-expose-headers']).toContain('Retry-After');
    other.exec('COMMIT');
    // For its whole Retry-After.
    waitedMs = 1_000;
    expect((await sendBody(server, path, body)).status).toBe(status);
    expect(server.errors).toEqual([]);
  },
);
