import { expect, test } from 'vitest';
import { parquetLimits } from '../../../../../server/store/parquet/parquet-limits.ts';
import type { FilePlace } from '../../../../../server/store/parquet/write-parquet.ts';
import { startArchiving } from '../../support/copy-process.ts';
import { memoryFiles, writingProcess } from '../../support/parquet-process.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore, storePlace } from '../../support/store-place.ts';

const hourMs = 3_600_000;
const noon = 12 * hourMs;

async function shareStore() {
  const place = await storePlace();
  const store = await openStore(place);
  const to = memoryFiles();
  return {
    ...to,
    store,
    sql: place.sql,
    start: (changed: FilePlace = to.place, limits = {}) => writingProcess(store, changed, limits),
    receive: (hour: number, ...seqs: number[]) =>
      store.insertBatch(storeBatch(seqs, { receivedMs: hour * hourMs })),
    allSeqs: () => [...to.files.values()].flat().map(({ seq }) => seq),
  };
}

/** Stops each upload before its end until it is released. */
function pausing(place: FilePlace) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let paused = 0;
  return {
    wake: resolve,
    paused: () => paused,
    place: {
      ...place,
      async put(...file: Parameters<FilePlace['put']>) {
        paused++;
        await promise;
        await place.put(...file);
      },
    },
  };
}

test('of two servers one writes at a time, and the other one continues when it ends', async () => {
  const { start, receive, store, place, allSeqs } = await shareStore();
  const slow = pausing(place);
  const [first, second] = [start(slow.place), start()];
  await receive(10, 1);
  const writing = first.step(noon);
  await expect.poll(slow.paused).toBe(1);
  expect(await second.step(noon)).toEqual({ state: 'elsewhere' });
  slow.wake();
  expect(await writing).toMatchObject({ count: 1 });
  await receive(10, 2);
  expect(await second.step(noon)).toEqual({ state: 'elsewhere' });
  await store.releaseParquet(first.holder);
  expect(await second.step(noon)).toMatchObject({ count: 1 });
  // One that ends again does not release the other's.
  await store.releaseParquet(first.holder);
  await receive(10, 3);
  expect(await start().step(noon)).toEqual({ state: 'elsewhere' });
  expect(allSeqs()).toEqual([1, 2]);
});

test('when one fails, another one may write at once', async () => {
  const { start, receive, refuse } = await shareStore();
  await receive(10, 1);
  refuse('no network');
  await start().step(noon);
  refuse(null);
  expect(await start().step(noon)).toMatchObject({ count: 1 });
});

test('a server that ends without a word is replaced after a while, by the store’s clock', async () => {
  const { start, receive, sql } = await shareStore();
  await receive(10, 1);
  await start().step(noon);
  await receive(10, 2);
  const other = start();
  expect(await other.step(noon)).toEqual({ state: 'elsewhere' });
  await sql(`UPDATE parquet_copy SET until_ms = until_ms - ${parquetLimits.leaseMs}`);
  expect(await other.step(noon)).toMatchObject({ count: 1 });
});

test('a lease that a clock a day ahead has taken does not count', async () => {
  const { start, receive, sql } = await shareStore();
  await receive(10, 1);
  await start().step(noon);
  await receive(10, 2);
  await sql('UPDATE parquet_copy SET until_ms = until_ms + 86400000');
  expect(await start().step(noon)).toMatchObject({ count: 1 });
});

test('a server that slept during an upload overwrites no newer file with a shorter one', async () => {
  const { start, receive, sql, place, files, allSeqs } = await shareStore();
  const asleep = pausing(place);
  await receive(10, 1);
  const sleeping = start(asleep.place).step(11 * hourMs + parquetLimits.settleMs);
  await expect.poll(asleep.paused).toBe(1);
  // Meanwhile others write all, and more of the same hour.
  await sql('UPDATE parquet_copy SET until_ms = 0');
  await receive(10, 2, 3);
  const other = start();
  expect(await other.step(noon)).toMatchObject({ count: 1, isMore: true });
  expect(await other.step(noon)).toMatchObject({ count: 2 });
  const before = [...files];
  asleep.wake();
  expect(await sleeping).toEqual({ state: 'elsewhere' });
  expect([...files]).toEqual(before);
  expect(allSeqs()).toEqual([1, 2, 3]);
});

test('a server that slept while it made files leaves them to another one, which has planned them', async () => {
  const { start, receive, sql, place, puts } = await shareStore();
  await receive(10, ...Array.from({ length: 50 }, (_, index) => index + 1));
  let planning: Promise<unknown> | null = null;
  const slow: FilePlace = {
    ...place,
    createFile() {
      planning ??= sql("UPDATE parquet_copy SET planned_row = row + 3, plan = 'other'");
      return place.createFile();
    },
  };
  // Each page is read by itself, which takes longer than the other's plan.
  expect(await start(slow, { readRowsCount: 1 }).step(noon)).toEqual({ state: 'elsewhere' });
  await planning;
  expect(puts()).toBe(0);
  expect(await sql('SELECT plan FROM parquet_copy')).toEqual([{ plan: 'other' }]);
});

test('a store that was restored from a backup overwrites no file', async () => {
  const { start, receive, sql, files } = await shareStore();
  await receive(10, 1);
  await start().step(noon);
  const before = [...files];
  await sql('UPDATE parquet_copy SET row = 0, planned_row = 0, until_ms = 0');
  await start().step(noon);
  expect([...files].slice(0, 1)).toEqual(before);
  expect(files.size).toBe(2);
});

test('each event is in one file, whatever servers do at the same time', async () => {
  const { start, receive, sql, files, allSeqs, place } = await shareStore();
  const endings: Promise<unknown>[] = [];
  // The lease has always ended, so the others plan and upload beside it.
  const endLease = () => endings.push(sql('UPDATE parquet_copy SET until_ms = 0'));
  const hasty: FilePlace = {
    createFile() {
      endLease();
      return place.createFile();
    },
    async put(...file) {
      endLease();
      if (files.size % 3 === 0) throw new Error('it was killed');
      await place.put(...file);
      if (files.size % 3 === 1) throw new Error('it was killed');
    },
  };
  const servers = [1, 2, 3].map(() => start(hasty, { eventsMaxCount: 3, readRowsCount: 2 }));
  const count = 30;
  for (let seq = 1; seq <= count; seq++) await receive(seq % 4, seq);
  let round = 0;
  while (new Set(allSeqs()).size < count && round++ < 200) {
    const steps = servers.map((server) => server.step(noon).catch(() => {}));
    // Kills depend on the number of files, so a round may add none.
    files.set(`${round}`, []);
    await Promise.all(steps);
  }
  await Promise.all(endings);
  await sql('UPDATE parquet_copy SET until_ms = 0');
  const last = start();
  for (let more = true; more; ) {
    const step = await last.step(noon);
    more = step.state === 'written' && step.count > 0;
  }
  expect(allSeqs().sort((one, other) => one - other)).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
});

test('a process that stops writes no further file', async () => {
  const { start, receive, puts } = await shareStore();
  await receive(10, 1);
  const stopped = start();
  stopped.stopping.abort();
  expect(await stopped.step(noon)).toEqual({ state: 'elsewhere' });
  expect(puts()).toBe(0);
});

test('events that have left the store are read where they are, in ClickHouse', async () => {
  const { store, step, archiveStep, to, storedSeqs } = await startArchiving();
  await store.insertBatch(storeBatch([1, 2], { receivedMs: 5 }));
  await step();
  await archiveStep(hourMs);
  expect(await storedSeqs()).toEqual([]);
  const files = memoryFiles();
  const writing = writingProcess(store, files.place);
  to.refuse('ClickHouse is away');
  expect(await writing.step(noon)).toEqual({
    state: 'refused',
    reason: 'ClickHouse is away',
    oldestMs: null,
  });
  to.refuse(null);
  expect(await writing.step(noon)).toMatchObject({ count: 2 });
  expect(files.seqs()).toEqual([[0, 1, 2]]);
});
