import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createStoreWatch } from '../../../../server/operator/health/store-watch.ts';
import { watchWrites } from '../../../../server/operator/health/watch-writes.ts';
import { createEventStore } from '../../../../server/store/create-event-store.ts';
import { createSqliteDriver } from '../../../../server/store/sqlite/open-sqlite-store.ts';
import { StoreError, type StoreProblem } from '../../../../server/store/store-problem.ts';
import { ok, type Result } from '../../../../shared/tools/result.ts';
import { testSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

type Answer = Result<void, StoreProblem>;

/** A store whose probe writes end when the test says so. */
async function slowStore() {
  const totals = await (await openStore()).summary();
  const waiting: {
    needsRoom: boolean;
    resolve: (answer: Answer) => void;
    reject: (error: Error) => void;
  }[] = [];
  return {
    waiting,
    summary: async () => totals,
    probeWrite: ({ needsRoom }: { needsRoom: boolean }) =>
      new Promise<Answer>((resolve, reject) => {
        waiting.push({ needsRoom, resolve, reject });
      }),
  };
}

const full = { ok: false, error: { code: 'STORE_FULL', message: 'It is full.' } } as const;
const silent = {
  ok: false,
  error: {
    code: 'STORE_SILENT',
    message: 'The event store has not answered for 0.005 s; try again later.',
  },
};

const nothing = { reportError: () => {} };

test('a store that accepts writes is ready, and its totals are read', async () => {
  const store = await openStore();
  const watch = createStoreWatch(store, nothing);
  expect(await watch.ask()).toEqual({ ok: true });
  expect(await watch.summary()).toEqual({ ok: true, value: await store.summary() });
});

test('a store that hangs is silent, and gets one probe for all requests', async () => {
  const store = await slowStore();
  const watch = createStoreWatch(store, { ...nothing, answerMs: 5 });
  expect(await Promise.all([watch.ask(), watch.ask()])).toEqual([silent, silent]);
  expect(await watch.ask()).toEqual(silent);
  expect(store.waiting).toHaveLength(1);
  store.waiting[0]?.resolve(ok(undefined));
  await expect.poll(() => watch.ask()).toEqual({ ok: true });
  expect(store.waiting).toHaveLength(1);
});

test('totals that cannot be read make the store silent too, and are requested once', async () => {
  let questions = 0;
  const store = await slowStore();
  const summary = () => {
    questions += 1;
    return new Promise<never>(() => {});
  };
  const watch = createStoreWatch({ ...store, summary }, { ...nothing, answerMs: 5 });
  expect(await Promise.all([watch.ask(), watch.summary(), watch.ask()])).toEqual([
    silent,
    silent,
    silent,
  ]);
  expect([questions, store.waiting.length]).toEqual([1, 0]);
});

test('while writes succeed no probe is made; after a failed one, or a while without any, a probe decides', async () => {
  const store = await slowStore();
  let nowMs = 0;
  const watch = createStoreWatch(store, { ...nothing, freshMs: 5_000, monotonicMs: () => nowMs });
  const probed = async (answer: Answer) => {
    const asked = watch.ask();
    await expect.poll(() => store.waiting.length).toBe(1);
    const probe = store.waiting.pop();
    probe?.resolve(answer);
    return { answer: await asked, needsRoom: probe?.needsRoom };
  };
  // Nothing is known of it yet.
  expect(await probed(ok(undefined))).toEqual({ answer: { ok: true }, needsRoom: true });
  for (const at of [4_000, 8_000, 12_000]) {
    nowMs = at;
    expect(await watch.ask()).toEqual({ ok: true });
    watch.noteWrite('stored');
  }
  nowMs += 5_000;
  expect(await probed(ok(undefined))).toMatchObject({ needsRoom: false });
  watch.noteWrite('STORE_BUSY');
  expect(await probed(ok(undefined))).toMatchObject({ answer: { ok: true }, needsRoom: false });
  // It may be a quota, for which SQLite has no name.
  watch.noteWrite('failed');
  expect(await probed(ok(undefined))).toMatchObject({ answer: { ok: true }, needsRoom: true });
});

test('a store that was full is ready again after a probe of a batch’s size, not after a small write', async () => {
  const store = await slowStore();
  let nowMs = 0;
  const watch = createStoreWatch(store, { ...nothing, monotonicMs: () => nowMs });
  const ask = async (answer: Answer) => {
    const asked = watch.ask();
    await expect.poll(() => store.waiting.length).toBe(1);
    const probe = store.waiting.pop();
    probe?.resolve(answer);
    expect(probe?.needsRoom).toBe(true);
    return asked;
  };
  expect(await ask(ok(undefined))).toEqual({ ok: true });
  watch.noteWrite('STORE_FULL');
  watch.noteWrite('stored');
  expect(await ask(full)).toEqual(full);
  // Repeated checks cost no query.
  for (let time = 0; time < 50; time += 1) expect(await watch.ask()).toEqual(full);
  expect(store.waiting).toHaveLength(0);
  nowMs += 1_000;
  expect(await ask(ok(undefined))).toEqual({ ok: true });
});

test('a write that fails during a probe takes precedence over the probe', async () => {
  const store = await slowStore();
  const watch = createStoreWatch(store, nothing);
  const first = watch.ask();
  await expect.poll(() => store.waiting.length).toBe(1);
  watch.noteWrite('STORE_FULL');
  store.waiting.pop()?.resolve(ok(undefined));
  await first;
  const second = watch.ask();
  await expect.poll(() => store.waiting.length).toBe(1);
  store.waiting.pop()?.resolve(full);
  expect(await second).toEqual(full);
});

test('a store’s own reason is reported, and only the store reports it to the operator', async () => {
  const store = await slowStore();
  const reported: unknown[] = [];
  const watch = createStoreWatch(store, { reportError: (error) => reported.push(error) });
  const failure = { code: 'STORE_AWAY', message: 'It is away.' } as const;
  const away = { ...store, summary: () => Promise.reject(new StoreError(failure)) };
  expect(await createStoreWatch(away, nothing).ask()).toEqual({ ok: false, error: failure });
  const asked = watch.ask();
  await expect.poll(() => store.waiting.length).toBe(1);
  store.waiting[0]?.resolve(full);
  expect(await asked).toEqual(full);
  expect(reported).toEqual([]);
});

test('an unexpected failure goes to the operator, and its cause is hidden from clients', async () => {
  const store = await slowStore();
  const reported: unknown[] = [];
  const watch = createStoreWatch(store, { reportError: (error) => reported.push(error) });
  const asked = watch.ask();
  await expect.poll(() => store.waiting.length).toBe(1);
  store.waiting[0]?.reject(new Error('disk of /secret/path'));
  const answer = await asked;
  expect(answer).toMatchObject({ ok: false, error: { code: 'STORE_UNAVAILABLE' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(reported).toMatchObject([{ message: 'disk of /secret/path' }]);
});

test('a SQLite store that becomes read-only is not ready, and ready again when it accepts writes', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const made = openSqliteFile(file);
  await made.insertBatch(storeBatch([1]));
  const connection = new DatabaseSync(file);
  const store = createEventStore(createSqliteDriver(connection));
  onTestFinished(() => store.close());
  const sentences: string[] = [];
  const watch = createStoreWatch(store, {
    ...nothing,
    warn: (sentence) => sentences.push(sentence),
  });
  const watched = watchWrites(store, watch.noteWrite);
  expect(await watch.ask()).toEqual({ ok: true });
  connection.exec('PRAGMA query_only = ON');
  const readOnly = {
    ok: false,
    error: {
      code: 'STORE_READ_ONLY',
      message: 'The event store is read-only; send the request again later.',
    },
  };
  expect(await watched.insertBatch(storeBatch([2]))).toEqual(readOnly);
  expect(await watch.ask()).toEqual(readOnly);
  // Receipts only read.
  expect(await store.storedRanges(testSid, 1)).toMatchObject({ value: { stored: [[1, 1]] } });
  connection.exec('PRAGMA query_only = OFF');
  expect(await watched.insertBatch(storeBatch([2]))).toMatchObject({ ok: true });
  expect(await watch.ask()).toEqual({ ok: true });
  expect(sentences).toEqual([
    'The event store is read-only: make its file and its disk writable. Meanwhile events wait in the spool, or players keep them.',
    'The event store accepts writes again.',
  ]);
});

test('probes change nothing in a SQLite store, and leave no table behind', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const store = openSqliteFile(file);
  await store.insertBatch(storeBatch([1]));
  const look = () => {
    const connection = new DatabaseSync(file, { readOnly: true });
    const tables = connection.prepare('SELECT name FROM sqlite_schema ORDER BY name').all();
    const version = connection.prepare('PRAGMA user_version').get();
    connection.close();
    return [tables, version];
  };
  const before = [look(), await store.summary()];
  for (const needsRoom of [true, false, true])
    expect(await store.probeWrite({ needsRoom })).toEqual({ ok: true });
  expect([look(), await store.summary()]).toEqual(before);
});
