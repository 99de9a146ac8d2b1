import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { findStoreUsers } from '../../../../../server/cli/doctor/find-store-users.ts';
import { sqliteMigrations } from '../../../../../server/store/sqlite/sqlite-migrations.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { installation } from '../../support/installation.ts';
import { runDoctor, runDoctorAlone } from '../../support/run-doctor.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { usedDataDirectory } from '../../support/used-data-directory.ts';

test('a data directory that a program uses without answering on --port is a problem', async () => {
  const dataDir = await usedDataDirectory();
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  onTestFinished(() => database.close());
  database.exec('BEGIN; SELECT * FROM totals');
  const { code, findings } = await runDoctorAlone(installation(dataDir));
  expect(code).toBe(1);
  expect(findings['data-use']).toMatchObject({
    status: 'problem',
    message: `A running program (process ${process.pid}) uses this data directory, but no Offstage server answers on --port.`,
  });
});

/** A process that has a store open. */
async function openElsewhere(file: string): Promise<number> {
  const holds = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS events (row)');
    console.log('open');
    setInterval(() => {}, 1_000_000);`;
  const holder = spawn(process.execPath, ['-e', holds, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder.pid ?? 0;
}

test('a process of another user that has the store open is found by its locks', async () => {
  const directory = tempDirectory();
  chmodSync(directory, 0o755);
  const file = join(directory, 'events.sqlite');
  const pid = await openElsewhere(file);
  // As root, this process could read the descriptors of every process.
  expect(await asOrdinaryUser(() => findStoreUsers(file))).toEqual([pid]);
});

test('two programs with one data directory are a warning, even if one is the server of --port', async () => {
  const dataDir = await usedDataDirectory();
  const pids = [
    await openElsewhere(join(dataDir, 'events.sqlite')),
    await openElsewhere(join(dataDir, 'events.sqlite')),
  ].toSorted((a, b) => a - b);
  const { code, findings } = await runDoctor(installation(dataDir));
  expect(code).toBe(0);
  expect(findings['data-use']).toMatchObject({
    status: 'warning',
    message: expect.stringContaining(`open (processes ${pids.join(', ')}). All events are stored`),
    fix: expect.stringContaining('stop all but one server'),
  });
  expect(findings.store).toMatchObject({ status: 'ok' });
});

test('rows that a killed server has left in the journal are read, too', async () => {
  const dataDir = await usedDataDirectory();
  const store = join(dataDir, 'events.sqlite');
  const copy = tempDirectory();
  const database = new DatabaseSync(store);
  database.exec(`PRAGMA user_version = ${sqliteMigrations.length + 7}`);
  // As a killed process leaves them: the journal is not merged.
  for (const name of readdirSync(dataDir))
    writeFileSync(join(copy, name), readFileSync(join(dataDir, name)));
  database.close();
  chmodSync(copy, 0o700);
  const { findings } = await runDoctor(installation(copy));
  expect(findings.store?.message).toContain(`has version ${sqliteMigrations.length + 7}`);
  expect(findings['data-use']?.message).toContain('The last one was killed');
});
