import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { testSid } from '../../support/log-batches.ts';
import { away, refusedSid, startSpooledStore } from '../../support/spooled-store.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { storedError } from '../../support/stored-error.ts';

/** More than a spool of 30 kB takes. */
const largeBatch = Array.from({ length: 300 }, (_, index) => index + 2);

const log = {
  sid: testSid,
  receivedMs: 5,
  droppedCount: 0,
  contextJson: '{}',
  entries: [{ n: 1, kind: 'qoe', timeMs: 1, fieldsJson: '{}' }],
};

test('while the store is away, events, logs and errors are accepted, and stored once it is back', async () => {
  const { store, become, inner, spool, storedSeqs, said, counts } = await startSpooledStore({
    state: 'away',
  });
  expect(await store.insertBatch(storeBatch([1, 2]))).toEqual({
    ok: true,
    value: { accepted: 2, duplicates: 0 },
  });
  expect(await store.insertProviderLog(log)).toMatchObject({ ok: true });
  expect(await store.insertError(storedError({ fingerprint: 'f' }), 5)).toMatchObject({ ok: true });
  expect(await storedSeqs()).toEqual([]);
  expect(spool.state()).toMatchObject({ waitingCount: 3, oldestMs: 5 });
  become('up');
  await expect.poll(() => spool.state().waitingCount).toBe(0);
  expect(await storedSeqs()).toEqual([1, 2]);
  expect(await inner.providerLog.after(0, 10)).toHaveLength(1);
  expect(await inner.errors.after(0, 10)).toMatchObject([{ fingerprint: 'f' }]);
  await expect.poll(() => said).toHaveLength(2);
  expect(said[0]).toContain('The event store does not take events');
  expect(said[1]).toContain('has taken what waited');
  expect(counts).toMatchObject({ spooled: 3, delivered: 3 });
});

test('what a store that is closed has not written is kept', async () => {
  const { store, inner, become, answer, file, errors } = await startSpooledStore();
  become('silent');
  const written = store.insertBatch(storeBatch([1]));
  await inner.close();
  const closed = store.close();
  answer();
  expect(await written).toMatchObject({ ok: true });
  await closed;
  const { storedSeqs } = await startSpooledStore({ file });
  await expect.poll(storedSeqs).toEqual([1]);
  expect(errors.map(String)).not.toContain('Error: database is not open');
});

test('events that were stored and spooled are stored once', async () => {
  const { store, become, storedSeqs, inner, spool } = await startSpooledStore();
  await store.insertBatch(storeBatch([1, 2]));
  become('away');
  await store.insertBatch(storeBatch([2, 3]));
  become('up');
  await expect.poll(() => spool.state().waitingCount).toBe(0);
  expect(await storedSeqs()).toEqual([1, 2, 3]);
  expect(await inner.summary()).toMatchObject({ events: 3, missing: 0 });
});

test('a server that ends with a full spool delivers it at its next start', async () => {
  const first = await startSpooledStore({ state: 'away' });
  await first.store.insertBatch(storeBatch([1]));
  await first.store.close();
  const { storedSeqs } = await startSpooledStore({ file: first.file });
  await expect.poll(storedSeqs).toEqual([1]);
});

test('a store that does not answer in time is slow: events go to the spool, at once for the next ones', async () => {
  const { store, become, answer, storedSeqs, spool } = await startSpooledStore({ slowMs: 20 });
  become('silent');
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  expect(await store.insertBatch(storeBatch([2]))).toMatchObject({ ok: true });
  expect(await storedSeqs()).toEqual([]);
  answer();
  await expect.poll(() => spool.state().waitingCount).toBe(0);
  expect(await storedSeqs()).toEqual([1, 2]);
});

test('a full spool takes nothing more: the store’s own answer is given, and what waits stays', async () => {
  const { store, become, spool, storedSeqs, counts } = await startSpooledStore({
    state: 'away',
    maxBytes: 30_000,
  });
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  expect(store.canSpool()).toBe(true);
  expect(await store.insertBatch(storeBatch(largeBatch))).toEqual(away);
  expect(store.canSpool()).toBe(false);
  expect(spool.state().waitingCount).toBe(1);
  become('up');
  await expect.poll(storedSeqs).toEqual([1]);
  await expect.poll(() => store.canSpool()).toBe(true);
  expect(counts.full).toBe(1);
});

test('a write that fails unexpectedly waits too, and is reported; without a spool it fails', async () => {
  const { store, become, spool, errors, storedSeqs } = await startSpooledStore({
    state: 'broken',
    maxBytes: 30_000,
  });
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  expect(errors).toHaveLength(1);
  await expect(store.insertBatch(storeBatch(largeBatch))).rejects.toThrow('no such column');
  expect(spool.state().waitingCount).toBe(1);
  become('up');
  await expect.poll(storedSeqs).toEqual([1]);
});

test('while the store fails with every entry, all wait', async () => {
  const { store, become, spool, errors, storedSeqs } = await startSpooledStore({ state: 'away' });
  await store.insertBatch(storeBatch([1]));
  await store.insertBatch(storeBatch([2]));
  become('broken');
  await expect.poll(() => errors.length).toBeGreaterThan(2);
  expect(spool.state()).toMatchObject({ waitingCount: 2, setAsideCount: 0 });
  become('up');
  await expect.poll(storedSeqs).toEqual([1, 2]);
});

test('an entry that the store refuses is kept aside until the next start, and the others are delivered', async () => {
  const first = await startSpooledStore({ state: 'away' });
  await first.store.insertBatch(storeBatch([1]));
  await first.store.insertBatch(storeBatch([2], { sid: refusedSid }));
  await first.store.insertBatch(storeBatch([3]));
  await first.store.close();
  const { spool, storedSeqs } = await startSpooledStore({ file: first.file });
  await expect.poll(storedSeqs).toEqual([1, 3]);
  await expect.poll(() => spool.state()).toMatchObject({ waitingCount: 0, setAsideCount: 1 });
  const next = await startSpooledStore({ file: first.file, state: 'away' });
  expect(next.spool.state()).toMatchObject({ waitingCount: 1, setAsideCount: 0 });
});

test('an entry that cannot be read is kept aside, and the others are delivered', async () => {
  const first = await startSpooledStore({ state: 'away' });
  await first.store.insertBatch(storeBatch([1], { sid: null as never }));
  await first.store.insertBatch(storeBatch([2]));
  await first.store.close();
  const { spool, storedSeqs } = await startSpooledStore({ file: first.file });
  await expect.poll(storedSeqs).toEqual([2]);
  await expect.poll(() => spool.state()).toMatchObject({ waitingCount: 0, setAsideCount: 1 });
});

test('the only entry waits while the store fails, and is set aside once the store has taken others', async () => {
  const first = await startSpooledStore({ state: 'away' });
  await first.store.insertBatch(storeBatch([2], { sid: refusedSid }));
  await first.store.close();
  const { store, spool, errors, counts } = await startSpooledStore({ file: first.file });
  await expect.poll(() => errors.length).toBeGreaterThan(1);
  expect(spool.state()).toMatchObject({ waitingCount: 1, setAsideCount: 0 });
  await store.insertBatch(storeBatch([1]));
  await expect.poll(() => spool.state()).toMatchObject({ waitingCount: 0, setAsideCount: 1 });
  expect(counts.refused).toBe(1);
});

test('what is older than the days that events are kept leaves the spool, also for other stores', async () => {
  const dayMs = 86_400_000;
  const first = await startSpooledStore({ state: 'away', storeName: 'postgres/offstage' });
  for (const day of [1, 40])
    await first.store.insertBatch(storeBatch([day], { receivedMs: day * dayMs }));
  await first.store.close();
  const { store, spool } = await startSpooledStore({ file: first.file });
  await store.maintain({ nowMs: 50 * dayMs, keepDays: null });
  expect(spool.state().foreignCount).toBe(2);
  await store.maintain({ nowMs: 50 * dayMs, keepDays: 31 });
  expect(spool.state().foreignCount).toBe(1);
});

test('entries of another store stay in the file for it', async () => {
  const first = await startSpooledStore({ state: 'away', storeName: 'postgres/offstage' });
  await first.store.insertBatch(storeBatch([1]));
  await first.store.close();
  const { store, storedSeqs, spool } = await startSpooledStore({ file: first.file });
  await store.insertBatch(storeBatch([9]));
  expect(spool.state()).toMatchObject({ waitingCount: 0, foreignCount: 1 });
  expect(await storedSeqs()).toEqual([9]);
});

test('a write to a spool whose file has gone is refused as the store refuses it', async () => {
  const { store, file, errors } = await startSpooledStore({ state: 'away' });
  const other = new DatabaseSync(file);
  other.exec('DROP TABLE entries');
  other.close();
  expect(await store.insertBatch(storeBatch([1]))).toEqual(away);
  expect(errors).toHaveLength(1);
  expect(store.canSpool()).toBe(false);
});
