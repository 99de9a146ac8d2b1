import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqliteMigrations } from '../../../../server/store/sqlite/sqlite-migrations.ts';
import { runOffstage } from '../support/run-offstage.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { usedDataDirectory } from '../support/used-data-directory.ts';

const current = sqliteMigrations.length;

/** @returns a data directory whose store has another version */
async function directoryOfVersion(version: number): Promise<string> {
  const dataDir = await usedDataDirectory();
  const database = new DatabaseSync(join(dataDir, 'events.sqlite'));
  database.exec(`PRAGMA user_version = ${version}`);
  database.close();
  return dataDir;
}

/** Hashes of all files, by name. A reader of SQLite may leave an empty journal and its index. */
const contentOf = (directory: string) =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .map((name) => [name, hash('sha256', readFileSync(join(directory, name)))]),
  );

const supports = `has version ${current + 1}, but this program supports versions up to ${current}`;

const refusals: [
  command: string,
  exitCode: number,
  args: (dataDir: string) => string[],
  wayOut: string,
][] = [
  ['export', 1, (dataDir) => ['export', 'events', '--data', dataDir], '; use the newer program.'],
  [
    'migrate',
    2,
    (dataDir) => [
      ...['migrate', '--from', join(dataDir, 'events.sqlite')],
      ...['--to', 'postgres://offstage@127.0.0.1:1/offstage'],
    ],
    '; move it with the newer program.',
  ],
];

test.each(refusals)(
  '%s refuses a store of a newer version with one sentence, and changes nothing',
  async (_, exitCode, args, wayOut) => {
    const dataDir = await directoryOfVersion(current + 1);
    const before = contentOf(dataDir);
    const refused = await runOffstage(args(dataDir));
    expect(refused).toMatchObject({ code: exitCode, stdout: '' });
    expect(refused.stderr).toBe(
      `The event store ${join(dataDir, 'events.sqlite')} ${supports}${wayOut}\n`,
    );
    expect(contentOf(dataDir)).toEqual(before);
  },
);

test('the server does not start on a store of a newer version, says which way out there is, and changes nothing', async () => {
  const dataDir = await directoryOfVersion(current + 1);
  const before = contentOf(dataDir);
  await expect(startTestServer({ dataDir })).rejects.toThrow(
    `The event store ${join(dataDir, 'events.sqlite')} ${supports}; start the newer program, or choose another directory with --data.`,
  );
  expect(contentOf(dataDir)).toEqual(before);
});

test('token works beside a store of a newer version, because it does not read it', async () => {
  const dataDir = await directoryOfVersion(current + 1);
  const before = contentOf(dataDir);
  expect(await runOffstage(['token', '--data', dataDir])).toMatchObject({
    code: 0,
    stdout: `${join(dataDir, 'operator-token')}\n`,
  });
  expect(contentOf(dataDir)).toMatchObject(before);
});

test('export leaves a store of an older version as it is, and says how it is updated', async () => {
  const dataDir = await directoryOfVersion(1);
  const before = contentOf(dataDir);
  expect(await runOffstage(['export', 'events', '--data', dataDir])).toEqual({
    code: 1,
    stdout: '',
    stderr: `The event store ${join(dataDir, 'events.sqlite')} has an older version; start the server once to update it.\n`,
  });
  expect(contentOf(dataDir)).toEqual(before);
});
