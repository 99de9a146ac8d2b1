import { expect, test } from 'vitest';
import type { FilePlace } from '../../../../../server/store/parquet/write-parquet.ts';
import { memoryFiles, writingProcess } from '../../support/parquet-process.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const at = (hour: number, minute = 0) => hour * hourMs + minute * minuteMs;

async function startWriting(limits = {}) {
  const place = await storePlace();
  const store = await openStore(place);
  const to = memoryFiles();
  return {
    ...to,
    ...writingProcess(store, to.place, limits),
    store,
    sql: place.sql,
    /** Stores events that arrived at a time. */
    receive: (receivedMs: number, ...seqs: number[]) =>
      store.insertBatch(storeBatch(seqs, { receivedMs })),
  };
}

test('an hour without events writes nothing', async () => {
  const { step, puts } = await startWriting();
  expect(await step(at(12))).toEqual({ state: 'written', files: 0, count: 0, isMore: false });
  expect(puts()).toBe(0);
});

test('events of an hour are in one file, a minute after the hour is over', async () => {
  const { step, receive, seqs, puts } = await startWriting();
  await receive(at(10, 5), 1, 2);
  await receive(at(10, 59), 3);
  expect(await step(at(10, 59))).toMatchObject({ count: 0 });
  expect(await step(at(11, 0.5))).toMatchObject({ count: 0 });
  expect(await step(at(11, 1))).toEqual({ state: 'written', files: 1, count: 3, isMore: false });
  expect(await step(at(11, 2))).toMatchObject({ count: 0 });
  expect(await step(at(20))).toMatchObject({ count: 0 });
  expect(seqs()).toEqual([[10, 1, 2, 3]]);
  expect(puts()).toBe(1);
});

test('each hour has a file, and what arrived in the open hour waits for its end', async () => {
  const { step, receive, seqs } = await startWriting();
  await receive(at(10), 1);
  await receive(at(11), 2, 3);
  await receive(at(13), 4);
  expect(await step(at(13, 30))).toMatchObject({ files: 2, count: 3 });
  expect(await step(at(14, 1))).toMatchObject({ files: 1, count: 1 });
  expect(seqs()).toEqual([
    [10, 1],
    [11, 2, 3],
    [13, 4],
  ]);
});

test('events that come late, such as from the spool, are in a further file of their hour', async () => {
  const { step, receive, files } = await startWriting();
  await receive(at(10), 1);
  await step(at(11, 1));
  await receive(at(11, 5), 2);
  await receive(at(10, 30), 3);
  await step(at(12, 1));
  const byHour = [...files].map(([name, events]) => [
    name.split(' ')[0],
    events.map(({ seq }) => seq),
  ]);
  expect(byHour).toEqual([
    ['10', [1]],
    ['11', [2]],
    ['10', [3]],
  ]);
});

test('a time days ahead, from a wrong clock, does not keep later events', async () => {
  const { step, receive, seqs } = await startWriting();
  await receive(at(100), 1);
  await receive(at(10), 2);
  await step(at(11, 1));
  expect(seqs()).toEqual([
    [100, 1],
    [10, 2],
  ]);
});

test('many events make several files of an hour, none of them twice', async () => {
  const { step, receive, files } = await startWriting({ eventsMaxCount: 4, readRowsCount: 3 });
  for (let seq = 1; seq <= 10; seq++) await receive(at(10), seq);
  const steps = [await step(at(11, 1)), await step(at(11, 1)), await step(at(11, 1))];
  expect(steps).toMatchObject([
    { count: 4, isMore: true },
    { count: 4, isMore: true },
    { count: 2, isMore: false },
  ]);
  const seqs = [...files.values()].flat().map(({ seq }) => seq);
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(files.size).toBe(3);
});

test('long texts and many hours end a file too', async () => {
  const { step, receive, seqs } = await startWriting({ hoursMaxCount: 2, textMaxChars: 10 });
  for (let hour = 1; hour <= 3; hour++) await receive(at(hour), hour);
  expect(await step(at(20))).toMatchObject({ files: 2, isMore: true });
  expect(await step(at(20))).toMatchObject({ files: 1, isMore: false });
  // An event has four characters of text.
  await receive(at(4), 11, 12, 13, 14);
  expect(await step(at(20))).toMatchObject({ count: 3, isMore: true });
  await step(at(20));
  expect(seqs().slice(3)).toEqual([
    [4, 11, 12, 13],
    [4, 14],
  ]);
});

test('while the place refuses, events wait, and nothing is planned twice', async () => {
  const { step, receive, refuse, seqs, sql } = await startWriting();
  await receive(at(10), 1);
  refuse('it is full');
  const refused = { state: 'refused', reason: 'it is full', oldestMs: at(10) };
  expect(await step(at(11, 1))).toEqual(refused);
  const [plan] = await sql('SELECT plan FROM parquet_copy');
  await receive(at(11), 2);
  expect(await step(at(35))).toEqual(refused);
  expect(await sql('SELECT plan FROM parquet_copy')).toEqual([plan]);
  refuse(null);
  expect(await step(at(35))).toMatchObject({ count: 1, isMore: true });
  expect(await step(at(35))).toMatchObject({ count: 1, isMore: false });
  expect(seqs()).toEqual([
    [10, 1],
    [11, 2],
  ]);
});

test('a process that was killed after the upload is repeated under the same name', async () => {
  const { step, receive, files, store, place, sql, puts } = await startWriting();
  await receive(at(10), 1, 2);
  await receive(at(11), 3);
  // It uploads the first file, and is never heard of again.
  let uploaded = 0;
  const dying: FilePlace = {
    ...place,
    async put(...file) {
      await place.put(...file);
      uploaded++;
      return new Promise(() => {});
    },
  };
  void writingProcess(store, dying).step(at(12, 1));
  await expect.poll(() => uploaded).toBe(1);
  const before = [...files];
  // More events, and a later hour: the planned files stay as they are.
  await receive(at(12), 4);
  await sql('UPDATE parquet_copy SET until_ms = 0');
  expect(await step(at(13, 1))).toMatchObject({ files: 2, count: 3, isMore: true });
  expect([...files].slice(0, 1)).toEqual(before);
  expect(puts()).toBe(3);
  expect(await step(at(13, 1))).toMatchObject({ count: 1 });
  expect([...files.values()].flat().map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

test('planned events that expire before they are uploaded hold up nothing', async () => {
  const { step, receive, refuse, seqs, sql } = await startWriting();
  await receive(at(10), 1, 2);
  refuse('it is away');
  await step(at(11, 1));
  await sql('DELETE FROM events');
  refuse(null);
  await receive(at(11), 3);
  expect(await step(at(12, 1))).toEqual({ state: 'written', files: 0, count: 0, isMore: true });
  expect(await step(at(12, 1))).toMatchObject({ files: 1, count: 1 });
  expect(seqs()).toEqual([[11, 3]]);
});
