import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpool } from '../../../../../server/store/spool/open-spool.ts';
import { installation } from '../../support/installation.ts';
import { testSid } from '../../support/log-batches.ts';
import { runDoctor } from '../../support/run-doctor.ts';
import { refusedSid, startSpooledStore } from '../../support/spooled-store.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** A data directory whose server has ended with one waiting write. */
async function leftSpool({ storeName = 'sqlite' } = {}) {
  const dataDir = tempDirectory();
  const file = join(dataDir, 'spool.sqlite');
  const { store } = await startSpooledStore({ file, storeName, state: 'away' });
  await store.insertBatch(storeBatch([1], { receivedMs: Date.now() - 150_000 }));
  await store.close();
  return { dataDir, file };
}

async function finding(dataDir: string, args: readonly string[] = []) {
  const { findings } = await runDoctor([...installation(dataDir), ...args]);
  return findings.spool;
}

test('the doctor finds no spool where no server has been', async () => {
  expect(await finding(tempDirectory())).toMatchObject({
    status: 'ok',
    message: 'No events wait for the event store.',
  });
});

test('a spool that waits is a warning with its age, and the doctor leaves nothing beside it', async () => {
  const { dataDir, file } = await leftSpool();
  const before = readdirSync(dataDir);
  expect(await finding(dataDir)).toMatchObject({
    status: 'warning',
    message: `1 requests wait in ${file} for the event store, the oldest for 2 minutes.`,
    fix: 'See the finding of the store. A running server delivers them by itself.',
  });
  expect(readdirSync(dataDir)).toEqual(before);
});

test('a spool that waits is a problem if no server would deliver it', async () => {
  const { dataDir } = await leftSpool();
  expect(await finding(dataDir, ['--spool', '0'])).toMatchObject({
    status: 'problem',
    fix: 'Start the server once without --spool 0.',
  });
});

test('what the store has refused, and what is for another one, is a warning', async () => {
  const { dataDir, file } = await leftSpool({ storeName: 'postgres/offstage' });
  const { store, spool } = await startSpooledStore({ file, state: 'away' });
  for (const sid of [refusedSid, testSid]) await store.insertBatch(storeBatch([1], { sid }));
  spool.setAside(2);
  spool.setAside(3);
  expect(await finding(dataDir)).toEqual({
    check: 'spool',
    status: 'warning',
    message: `The event store has refused 2 requests, which stay in ${file}. 1 requests in ${file} wait for another event store.`,
    fix: 'The server’s log has the reason. The next start tries them again. Start a server with that --store and this --data once.',
  });
});

test('a spool that is no database is a problem, and one that was moved aside a warning', async () => {
  const noDatabase = tempDirectory({ 'spool.sqlite': 'no spool '.repeat(1_000) });
  expect(await finding(noDatabase)).toMatchObject({
    status: 'problem',
    message: expect.stringContaining('cannot be read (file is not a database).'),
  });
  await openSpool(join(noDatabase, 'spool.sqlite'), {
    maxBytes: 1_000_000,
    storeName: 'sqlite',
    warn: () => {},
  }).close();
  expect(await finding(noDatabase)).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^The spool spool\.sqlite\.damaged-\d+ in .* is damaged/),
  });
});
