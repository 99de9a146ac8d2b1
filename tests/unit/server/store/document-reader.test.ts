import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { documentLimits } from '../../../../server/store/document-limits.ts';
import {
  createDocumentReader,
  type DocumentLimits,
} from '../../../../server/store/document-reader.ts';
import { createSqliteDriver } from '../../../../server/store/sqlite/open-sqlite-store.ts';
import { StoreError } from '../../../../server/store/store-problem.ts';
import { begun, loaded } from '../reports/playback-events.ts';
import { startArchiving } from '../support/copy-process.ts';
import { datedSid, testSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openWithoutThread } from '../support/store-place.ts';
import { storedError } from '../support/stored-error.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const other = datedSid(20_000);
const log = { droppedCount: 0, contextJson: '{}', receivedMs: 5 };
const entry = (n: number) => ({ n, kind: `k${n}`, timeMs: n, fieldsJson: '{}' });

/** A reader with limits of its own, and a function that stores. */
function openLimited(limits: Partial<DocumentLimits>) {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  const driver = createSqliteDriver(new DatabaseSync(file, { readOnly: true }));
  onTestFinished(() => driver.close());
  const reader = createDocumentReader(driver, (work) => work, { ...documentLimits, ...limits });
  return { store, reader };
}

test('a document has its events in the order of their numbers, its log, its errors and its page, and nothing of others', async () => {
  const store = await openWithoutThread();
  const events = [loaded(1, 'https://host.example/page'), begun(3, 'cpn')];
  await store.insertBatch(storeBatch([5, 4], { sid: other, clientEventId: 'second' }));
  await store.insertBatch(
    storeBatch([], {
      sid: other,
      events,
      browser: 'Firefox',
      device: 'tv',
      country: 'DE',
      rejectedSeqs: [2],
    }),
  );
  await store.insertBatch(storeBatch([1, 2]));
  await store.insertProviderLog({ ...log, sid: other, entries: [entry(2), entry(1)] });
  await store.insertProviderLog({ ...log, sid: testSid, entries: [entry(3)] });
  await store.insertError(storedError({ sid: other, id: '1', timeMs: 7, message: 'why' }), 9);
  // The same error elsewhere: the document keeps its own report.
  await store.insertError(storedError({ sid: testSid, id: '2', timeMs: 8 }), 10);

  const document = await store.documents.read(other, 1);
  expect(document).toMatchObject({
    sid: other,
    host: 'https://host.example',
    ...{ browser: 'Firefox', device: 'tv', country: 'DE', version: '' },
    highestSeq: 5,
    stored: 4,
    rejected: 1,
    missing: 0,
    isCut: false,
  });
  expect(document?.events.map(({ seq, clientEventId }) => [seq, clientEventId])).toEqual([
    [1, 'id'],
    [3, 'id'],
    [4, 'second'],
    [5, 'second'],
  ]);
  expect(document?.log.map(({ n, kind }) => [n, kind])).toEqual([
    [1, 'k1'],
    [2, 'k2'],
  ]);
  expect(document?.errors).toMatchObject([
    { timeMs: 7, receivedMs: 9, error: { message: 'why', count: 2 } },
  ]);
  expect((await store.documents.read(other, 4))?.events.map(({ seq }) => seq)).toEqual([4, 5]);
});

test('a document of which nothing is known is none', async () => {
  const store = await openWithoutThread();
  await store.insertError(storedError({ sid: other }), 9);
  expect(await store.documents.read(other, 1)).toBeNull();
});

test('the documents of a playback are found by its name, also if several senders use it', async () => {
  const store = await openWithoutThread();
  for (const sid of [other, testSid])
    await store.insertBatch(storeBatch([], { sid, events: [begun(1, 'same')] }));
  await store.insertBatch(storeBatch([], { sid: other, events: [begun(2, 'own')] }));
  expect(await store.documents.withPlayback('own')).toEqual([other]);
  expect(await store.documents.withPlayback('same')).toEqual([other, testSid].sort());
  expect(await store.documents.withPlayback('none')).toEqual([]);
});

test('a report of an error that is sent again is one report', async () => {
  const store = await openWithoutThread();
  await store.insertBatch(storeBatch([1]));
  for (const id of ['1', '1', '2', '1']) await store.insertError(storedError({ id }), 9);
  expect((await store.documents.read(testSid, 1))?.errors).toHaveLength(2);
});

test('an error that the store has dropped for others is left out', async () => {
  const store = await openWithoutThread();
  await store.insertBatch(storeBatch([1]));
  await store.insertError(storedError({ fingerprint: 'a', id: '1' }), 9, 1);
  await store.insertError(storedError({ fingerprint: 'b', id: '2' }), 10, 1);
  const errors = (await store.documents.read(testSid, 1))?.errors;
  expect(errors?.map(({ error }) => error.fingerprint)).toEqual(['b']);
});

test('events that have left the store are read from the archive, each once and in order', async () => {
  const { store, step, archiveStep, storedSeqs } = await startArchiving();
  await store.insertBatch(storeBatch([2, 5], { receivedMs: 10 }));
  await store.insertBatch(storeBatch([1, 9], { sid: other, receivedMs: 10 }));
  await store.insertBatch(storeBatch([1, 3, 4, 7], { receivedMs: 30 }));
  const before = await store.documents.read(testSid, 1);
  await step();
  await archiveStep(20);
  expect(await storedSeqs()).toEqual([1, 3, 4, 7]);
  expect(await store.documents.read(testSid, 1)).toEqual(before);
  const seqsFrom = async (from: number) =>
    (await store.documents.read(testSid, from))?.events.map(({ seq }) => seq);
  expect(await seqsFrom(1)).toEqual([1, 2, 3, 4, 5, 7]);
  expect(await seqsFrom(3)).toEqual([3, 4, 5, 7]);
  expect(await seqsFrom(6)).toEqual([7]);
});

test('while the archive cannot be read, a document whose events are there fails with the reason, and others do not', async () => {
  const { store, step, archiveStep, refuse } = await startArchiving();
  await store.insertBatch(storeBatch([1], { receivedMs: 10 }));
  await step();
  await archiveStep(20);
  await store.insertBatch(storeBatch([2], { receivedMs: 30 }));
  await store.insertBatch(storeBatch([1], { sid: other, receivedMs: 30 }));
  refuse('ClickHouse is away');
  await expect(store.documents.read(testSid, 1)).rejects.toBeInstanceOf(StoreError);
  await expect(store.documents.read(testSid, 1)).rejects.toThrow('ClickHouse is away');
  expect((await store.documents.read(testSid, 2))?.events).toHaveLength(1);
  expect((await store.documents.read(other, 1))?.events).toHaveLength(1);
});

test.each([1, 2, 3])('with pages of %i events none is skipped', async (pageCount) => {
  const { store, reader } = openLimited({ pageCount });
  await store.insertBatch(storeBatch([1, 2, 4, 5, 9]));
  const document = await reader.read(testSid, 1);
  expect(document?.events.map(({ seq }) => seq)).toEqual([1, 2, 4, 5, 9]);
  expect(document?.isCut).toBe(false);
});

test('a long document is cut, and says so', async () => {
  const { store, reader } = openLimited({ pageCount: 2, eventsCount: 3 });
  await store.insertBatch(storeBatch([1, 2, 4]));
  expect(await reader.read(testSid, 1)).toMatchObject({ isCut: false });
  await store.insertBatch(storeBatch([5]));
  const document = await reader.read(testSid, 1);
  expect(document?.events.map(({ seq }) => seq)).toEqual([1, 2, 4]);
  expect(document?.isCut).toBe(true);
  expect(await reader.read(testSid, 5)).toMatchObject({ events: [{ seq: 5 }], isCut: false });
});

test('a document with long events is cut at their characters', async () => {
  const { store, reader } = openLimited({ eventsMaxChars: 300 });
  const payloadJson = JSON.stringify({ text: 'x'.repeat(100) });
  const events = [1, 2, 3].map((seq) => ({
    seq,
    name: 'n',
    eventTimeMs: 1,
    contextJson: '{}',
    payloadJson,
  }));
  await store.insertBatch(storeBatch([], { events }));
  const document = await reader.read(testSid, 1);
  expect(document?.events.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(document?.isCut).toBe(true);
});

test('a document that invents log entries and errors has as many as its limits allow', async () => {
  const { store, reader } = openLimited({ logCount: 2, errorsCount: 1, sameNameCount: 1 });
  await store.insertBatch(storeBatch([], { events: [begun(1, 'same')] }));
  await store.insertBatch(storeBatch([], { sid: other, events: [begun(1, 'same')] }));
  await store.insertProviderLog({ ...log, sid: testSid, entries: [entry(1), entry(2), entry(3)] });
  for (const id of ['1', '2']) await store.insertError(storedError({ id }), 9);
  expect(await reader.read(testSid, 1)).toMatchObject({ log: [{}, {}], errors: [{}] });
  expect(await reader.withPlayback('same')).toHaveLength(1);
});
