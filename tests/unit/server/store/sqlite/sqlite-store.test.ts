import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import { openSqliteStore } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { apiCalls } from '../../../../../shared/wire/api-calls.ts';
import { logBatch, logEvent, testSid } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { requestContext } from '../../support/request-context.ts';
import { startTestServer, type TestServer } from '../../support/start-test-server.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const stored = (accepted: number, duplicates: number) => ({
  ok: true,
  value: { accepted, duplicates },
});

test('a store of a later version is refused and unchanged', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  await openSqliteFile(file).close();
  const later = new DatabaseSync(file);
  later.exec('PRAGMA user_version = 99');
  later.close();
  expect(openSqliteStore(file)).toEqual({
    ok: false,
    error: {
      code: 'STORE_NEWER',
      message: `The event store ${file} has version 99, but this program supports versions up to ${sqliteMigrations.length}; start the newer program, or choose another directory with --data.`,
    },
  });
  const unchanged = new DatabaseSync(file);
  expect(unchanged.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  unchanged.close();
});

test('a file that is no store and a missing directory are refused', () => {
  const directory = tempDirectory();
  const file = join(directory, 'events.sqlite');
  writeFileSync(
    file,
    'this is not a database, but it is long enough to be taken for one'.repeat(20),
  );
  expect(openSqliteStore(file)).toMatchObject({ ok: false, error: { code: 'STORE_UNREADABLE' } });
  expect(openSqliteStore(join(directory, 'none/events.sqlite'))).toMatchObject({
    ok: false,
    error: { code: 'STORE_UNREADABLE' },
  });
});

/** A store and its connection. */
function openWithConnection(
  file: string,
  now?: () => number,
): { store: EventStore; connection: DatabaseSync } {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const store = openSqliteFile(file, now);
  const connection = exec.mock.contexts[0];
  exec.mockRestore();
  if (!(connection instanceof DatabaseSync))
    throw new Error('the store has not used its connection');
  return { store, connection };
}

test('an acknowledged event survives a power loss: the log is synced before the answer', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  // `synchronous` belongs to a connection and not to the file, so it is read from the store's own.
  const { store, connection } = openWithConnection(file);
  expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(connection.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  await store.insertBatch(storeBatch([1]));
  // A second reader sees committed rows while the first one is still open.
  const reader = new DatabaseSync(file);
  expect(reader.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count: 1 });
  reader.close();
});

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
      mayAdd: () => true,
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

test('documents with gaps are found without reading those without any', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const events = openSqliteFile(file);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await events.gaps.after(0, 10);
  await events.gaps.rowBeforeNewest(10);
  const queries = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => sql.includes('from "clients"'));
  expect(queries).toHaveLength(2);
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  for (const query of queries) {
    const plan = reader.prepare(`EXPLAIN QUERY PLAN ${query}`).all(1, 1);
    expect(plan).toHaveLength(1);
    expect(plan[0]?.detail).toContain('INDEX clients_with_gaps');
  }
});

test('a receipt is one query, and reads only the index of event numbers', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const events = openSqliteFile(file);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  await events.storedRanges(testSid, 1);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  const queries = statements.filter((sql) => sql !== 'begin' && sql !== 'commit');
  expect(queries).toHaveLength(1);
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  const plan = reader.prepare(`EXPLAIN QUERY PLAN ${queries[0]}`).all(testSid, 1, 1, 1);
  const onEvents = plan
    .map(({ detail }) => String(detail))
    .filter((detail) => detail.includes('events'));
  expect(onEvents).toEqual([
    'SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (sid=? AND seq>?)',
  ]);
});

const send = (server: TestServer, path: string, body: string) =>
  rawRequest(server.embed, path, { method: 'POST', body, headers: { 'X-Visitor-Id': 'ann' } });
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
    const reply = await send(server, path, body);
    expect(reply.status).toBe(503);
    expect(reply.body).toContain('STORE_BUSY');
    expect(reply.headers['retry-after']).toBe('1');
    expect(reply.headers['access-control-expose-headers']).toContain('Retry-After');
    other.exec('COMMIT');
    // For its whole Retry-After.
    waitedMs = 1_000;
    expect((await send(server, path, body)).status).toBe(status);
    expect(server.errors).toEqual([]);
  },
);

test('on a full disk no event is acknowledged, and the sender gets a Retry-After and succeeds when there is room', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const { store, connection } = openWithConnection(file);
  await store.insertBatch(storeBatch([1]));
  const pages = Number(connection.prepare('PRAGMA page_count').get()?.page_count);
  connection.exec(`PRAGMA max_page_count = ${pages}`);
  const large = storeBatch([2], { clientEventId: 'x'.repeat(100_000) });
  const refused = await Promise.all([store.insertBatch(large), store.insertBatch(storeBatch([3]))]);
  expect(refused).toMatchObject([
    { ok: false, error: { code: 'STORE_FULL' } },
    { ok: false, error: { code: 'STORE_FULL' } },
  ]);
  expect(await store.summary()).toMatchObject({ events: 1, batches: 1 });
  // Requests that need no room still work.
  expect(await store.storedRanges(testSid, 1)).toMatchObject({ value: { stored: [[1, 1]] } });
  connection.exec(`PRAGMA max_page_count = ${pages + 1_000}`);
  expect(await store.insertBatch(large)).toEqual(stored(1, 0));
});

test('a full disk is answered with 507', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const server = await startTestServer({ dataDir: tempDirectory() });
  const connection = exec.mock.contexts[0];
  exec.mockRestore();
  if (!(connection instanceof DatabaseSync))
    throw new Error('the store has not used its connection');
  connection.exec('PRAGMA max_page_count = 1');
  const events = Array.from({ length: 50 }, (_, index) =>
    logEvent(index + 1, { payload: { text: 'x'.repeat(5_000) } }),
  );
  const reply = await send(server, '/youtubei/v1/log_event', JSON.stringify(logBatch(events)));
  expect(reply).toMatchObject({ status: 507, headers: { 'retry-after': '60' } });
  expect(JSON.parse(reply.body).error).toEqual({
    code: 'STORE_FULL',
    message: 'The event store is full; send the request again later.',
  });
  expect(server.errors).toEqual([]);
});
