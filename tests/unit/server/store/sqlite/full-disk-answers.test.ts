import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { logBatch, logEvent, testSid } from '../../support/log-batches.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { openWithConnection, sendBody, stored } from './open-with-connection.ts';

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
  const reply = await sendBody(server, '/youtubei/v1/log_event', JSON.stringify(logBatch(events)));
  expect(reply).toMatchObject({ status: 507, headers: { 'retry-after': '60' } });
  expect(JSON.parse(reply.body).error).toEqual({
    code: 'STORE_FULL',
    message: 'The event store is full; send the request again later.',
  });
  expect(server.errors).toEqual([]);
});
