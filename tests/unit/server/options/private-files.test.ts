import fs, {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runExport } from '../../../../server/cli/run-export.ts';
import { runToken } from '../../../../server/cli/run-token.ts';
import { closeToOthers } from '../../../../server/options/private-files.js';
import { checkDirectories } from '../../../../server/start/check-directories.js';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

// The least restrictive umask.
beforeEach(() => {
  const before = process.umask(0);
  onTestFinished(() => {
    process.umask(before);
  });
});

test('files that a server creates in its data directory are for its own user only, whatever the umask [attack-L1]', async () => {
  const mediaDir = tempDirectory();
  const dataDir = join(mediaDir, 'made/data');
  expect(checkDirectories({ mediaDir, dataDir })).toMatchObject({ ok: true });
  // A server that others can reach makes a token.
  const server = await startTestServer({ dataDir, host: '0.0.0.0' });
  await fetch(`${server.embed}/healthz`);
  expect(modeOf(join(mediaDir, 'made'))).toBe('700');
  expect(modeOf(dataDir)).toBe('700');
  for (const name of [
    'events.sqlite',
    'events.sqlite-wal',
    'events.sqlite-shm',
    'operator-token',
    'signing-key',
  ])
    expect([name, modeOf(join(dataDir, name))]).toEqual([name, '600']);
  expect(closeToOthers(dataDir)).toEqual([]);
});

test('the directory that “offstage token” creates is closed too', async () => {
  const data = join(tempDirectory(), 'data');
  expect((await runCommand(runToken, ['token', '--data', data])).code).toBe(0);
  expect(modeOf(data)).toBe('700');
});

test('files that an older version left open are closed at the start, and the operator is informed [attack-L1]', async () => {
  const dataDir = tempDirectory();
  const file = join(dataDir, 'events.sqlite');
  const store = openSqliteFile(file);
  await store.insertBatch(storeBatch([1]));
  writeFileSync(join(dataDir, 'signing-key'), 'key');
  chmodSync(dataDir, 0o755);
  for (const name of ['events.sqlite', 'events.sqlite-wal', 'signing-key'])
    chmodSync(join(dataDir, name), 0o644);
  const paths = ['', '/events.sqlite', '/events.sqlite-wal', '/signing-key'].map(
    (path) => dataDir + path,
  );
  expect(closeToOthers(dataDir)).toEqual(
    paths.map(
      (path) =>
        `Other users of this machine could read ${path}; now only this user can (mode ${path === dataDir ? '700' : '600'}).`,
    ),
  );
  expect(paths.map(modeOf)).toEqual(['700', '600', '600', '600']);
  expect(closeToOthers(dataDir)).toEqual([]);
});

test('a directory with other content stays unchanged, with a message, and only the files of the server in it are closed', () => {
  const dataDir = tempDirectory({ 'events.sqlite': 'x', 'other.txt': 'x' });
  chmodSync(dataDir, 0o755);
  expect(closeToOthers(dataDir)).toEqual([
    `Other users of this machine can read the data directory ${dataDir}, which also contains files that are not Offstage's; choose a separate directory with --data, or run: chmod 700 ${dataDir}`,
    `Other users of this machine could read ${dataDir}/events.sqlite; now only this user can (mode 600).`,
  ]);
  expect(modeOf(dataDir)).toBe('755');
  expect(modeOf(join(dataDir, 'other.txt'))).toBe('666');
});

test('the target of a symbolic link keeps its permissions', () => {
  const elsewhere = tempDirectory({ 'store.sqlite': 'x' });
  const dataDir = tempDirectory();
  symlinkSync(join(elsewhere, 'store.sqlite'), join(dataDir, 'events.sqlite'));
  chmodSync(dataDir, 0o700);
  expect(closeToOthers(dataDir)).toEqual([]);
  expect(modeOf(join(elsewhere, 'store.sqlite'))).toBe('666');
});

test.runIf(process.geteuid?.() === 0)(
  'the operator is warned of files of another user, unless only a group may read them',
  async () => {
    const dataDir = tempDirectory({ 'events.sqlite': 'x' });
    const file = join(dataDir, 'events.sqlite');
    chmodSync(dataDir, 0o755);
    const reported = await asOrdinaryUser(() => closeToOthers(dataDir));
    expect(reported).toHaveLength(2);
    expect(reported[1]).toBe(
      `All users of this machine can read ${file}, which belongs to another user; make this user its owner and chmod it to 600, or choose another directory with --data.`,
    );
    chmodSync(file, 0o660);
    chmodSync(dataDir, 0o770);
    chownSync(file, 0, 65_534);
    expect(await asOrdinaryUser(() => closeToOthers(dataDir))).toEqual([]);
  },
);

test('an export’s file is for its own user only, and a symbolic link in its place is not followed', async () => {
  const data = tempDirectory();
  const store = openSqliteFile(join(data, 'events.sqlite'));
  await store.insertBatch(storeBatch([1]));
  const output = join(data, 'events.ndjson');
  writeFileSync(output, 'old');
  const bait = join(data, 'bait');
  symlinkSync(bait, join(data, `.events.ndjson.${process.pid}.part`));
  const run = await runCommand(runExport, ['export', 'events', '--data', data, '--output', output]);
  expect(run).toMatchObject({ code: 0 });
  expect(readFileSync(output, 'utf8')).toContain('"seq":1');
  expect(modeOf(output)).toBe('600');
  expect(existsSync(bait)).toBe(false);
});

/** Runs this at the next call of a function of `node:fs`. */
function onNext(name: 'lstatSync' | 'readdirSync', act: () => unknown): void {
  const spy = vi.spyOn(fs, name).mockImplementationOnce(act as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

test('a symbolic link that replaces a file after the check is not followed [attack-L1]', () => {
  const elsewhere = tempDirectory({ open: 'x' });
  const file = join(elsewhere, 'open');
  chmodSync(file, 0o644);
  const stats = fs.lstatSync(file);
  const dataDir = tempDirectory();
  chmodSync(dataDir, 0o700);
  symlinkSync(file, join(dataDir, 'operator-token'));
  // The check saw a file.
  onNext('lstatSync', () => stats);
  closeToOthers(dataDir);
  expect(modeOf(file)).toBe('644');
});

test('the files of a directory that cannot be listed are closed too [attack-L1]', () => {
  const dataDir = tempDirectory({ 'operator-token': 'x' });
  chmodSync(join(dataDir, 'operator-token'), 0o644);
  onNext('readdirSync', () => {
    throw new Error('EACCES');
  });
  closeToOthers(dataDir);
  expect(modeOf(join(dataDir, 'operator-token'))).toBe('600');
});
