import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../../../../../server/operator/metrics/create-metrics.ts';
import { damagedBeside, openSpoolFile } from '../../../../../server/store/spool/spool-file.ts';
import { startSpool } from '../../../../../server/store/spool/start-spool.ts';
import { startSpooledStore } from '../../support/spooled-store.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openStore } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const lateSid = 'late-0123456789abc';

const noWarning = (said: unknown) => {
  throw new Error(String(said));
};

/** A spool with entries, as a server that was killed leaves it. */
async function leftSpool(): Promise<string> {
  const { store, spool, file } = await startSpooledStore({ state: 'away' });
  for (let seq = 1; seq <= 60; seq++) await store.insertBatch(storeBatch([seq]));
  expect(spool.state().waitingCount).toBe(60);
  await store.close();
  return file;
}

test('a spool that is no database is moved aside with one sentence, and a new one is begun', async () => {
  const file = join(tempDirectory(), 'spool.sqlite');
  const text = 'This is no database, and never was one. '.repeat(200);
  writeFileSync(file, text);
  const { said, store, spool } = await startSpooledStore({ file, state: 'away' });
  expect(said).toEqual([
    expect.stringMatching(/^The spool .*spool\.sqlite is damaged \(.*\); it is now .*damaged-/),
  ]);
  expect(await store.insertBatch(storeBatch([1]))).toMatchObject({ ok: true });
  expect(spool.state()).toMatchObject({ waitingCount: 1, damagedFiles: 1 });
  const [aside = ''] = damagedBeside(file);
  expect(readFileSync(join(file, '..', aside), 'utf8')).toBe(text);
});

test('a spool with a damaged page is moved aside at the start, not when its entries are delivered', async () => {
  const file = await leftSpool();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 3 * 4096, 4 * 4096);
  writeFileSync(file, bytes);
  const { said, spool } = await startSpooledStore({ file, state: 'away' });
  expect(said).toEqual([expect.stringContaining('spool.sqlite is damaged (')]);
  expect(spool.state()).toMatchObject({ waitingCount: 0, damagedFiles: 1 });
});

test('entries in the journal of a damaged spool are in the file that is moved aside', async () => {
  const killed = await startSpooledStore({ state: 'away' });
  // Later entries change only pages of tables, so the damage to the first page stays.
  await killed.store.insertBatch(storeBatch([1]));
  const other = new DatabaseSync(killed.file);
  onTestFinished(() => other.close());
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await killed.store.insertBatch(storeBatch([1], { sid: lateSid }));
  const file = join(tempDirectory(), 'spool.sqlite');
  for (const name of ['', '-wal']) copyFileSync(`${killed.file}${name}`, `${file}${name}`);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill('no database ', 0, 100));
  const { spool } = await startSpooledStore({ file });
  const [aside = ''] = damagedBeside(file);
  expect(readFileSync(join(file, '..', aside), 'utf8')).toContain(lateSid);
  expect(spool.state().damagedFiles).toBe(1);
});

test('a spool that another program locks stays where it is, with its entries', async () => {
  const file = await leftSpool();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  expect(() => openSpoolFile(file, { warn: noWarning, waitMs: 1 })).toThrow('database is locked');
  expect(damagedBeside(file)).toEqual([]);
  other.exec('ROLLBACK');
  const database = openSpoolFile(file, { warn: noWarning, waitMs: 1 });
  onTestFinished(() => database.close());
  expect(database.prepare('SELECT count(*) AS count FROM entries').get()).toEqual({ count: 60 });
});

test('a spool that cannot be opened ends the start with its cause, and stays where it is', async () => {
  const dataDir = tempDirectory();
  // A directory, because the superuser may open any file.
  const file = join(dataDir, 'spool.sqlite');
  mkdirSync(file);
  const start = startSpool({ dataDir, spoolMb: 1 }, await openStore(), {
    storeName: 'sqlite',
    storeNames: ['sqlite'],
    metrics: createMetrics(),
    reportError: noWarning,
    warn: noWarning,
    now: Date.now,
  });
  expect(start).toEqual({
    ok: false,
    error: {
      code: 'SPOOL_UNUSABLE',
      message: `The spool ${file} cannot be used (unable to open database file); see that no other program locks it and that this user may write it, choose another directory with --data, or start without one with --spool 0.`,
    },
  });
  expect(existsSync(file)).toBe(true);
  expect(damagedBeside(file)).toEqual([]);
});

test('what waits stays when its table has another shape', async () => {
  const file = join(tempDirectory(), 'spool.sqlite');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE entries (id INTEGER)');
  other.close();
  expect(() => openSpoolFile(file, { warn: noWarning })).toThrow('no such column');
  expect(damagedBeside(file)).toEqual([]);
});
