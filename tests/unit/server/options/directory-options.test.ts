import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { checkDirectories } from '../../../../server/start/check-directories.js';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('relative directories belong to the directory that the caller names', () => {
  const directories = (argv: string[], env: Record<string, string>) => {
    const parsed = parseOptions(argv, env, '/home/me/films');
    if (!parsed.ok || parsed.value === 'help') throw new Error('expected options');
    return [parsed.value.mediaDir, parsed.value.dataDir];
  };
  expect(directories(['--media', '../shared', '--data=d'], {})).toEqual([
    '/home/me/shared',
    '/home/me/films/d',
  ]);
  expect(directories([], { OFFSTAGE_MEDIA: '.', OFFSTAGE_DATA: '/d' })).toEqual([
    '/home/me/films',
    '/d',
  ]);
});

test('a media directory that is missing or a file is refused', () => {
  const dataDir = tempDirectory();
  const mediaDir = tempDirectory({ 'a.mp4': 'x' });
  expect(checkDirectories({ mediaDir: join(mediaDir, 'no'), dataDir })).toEqual({
    ok: false,
    error: {
      code: 'MEDIA_DIR',
      message: `The media directory ${mediaDir}/no does not exist; create it, or choose another with --media.`,
    },
  });
  expect(checkDirectories({ mediaDir: join(mediaDir, 'a.mp4'), dataDir })).toMatchObject({
    error: { code: 'MEDIA_DIR', message: expect.stringContaining('is not a directory') },
  });
});

test('a data directory that cannot be created is refused', () => {
  const directory = tempDirectory({ file: 'x' });
  expect(checkDirectories({ mediaDir: directory, dataDir: join(directory, 'file/data') })).toEqual({
    ok: false,
    error: {
      code: 'DATA_DIR',
      message: `The data directory ${directory}/file/data cannot be created (ENOTDIR); choose another with --data.`,
    },
  });
});

test('directories that this user may not use or examine are refused', async () => {
  const closed = tempDirectory({ 'inside/a.mp4': 'x' });
  const open = tempDirectory();
  chmodSync(open, 0o777);
  chmodSync(closed, 0o000);
  await asOrdinaryUser(() => {
    expect(checkDirectories({ mediaDir: closed, dataDir: open })).toMatchObject({
      error: { code: 'MEDIA_DIR' },
    });
    expect(checkDirectories({ mediaDir: join(closed, 'inside'), dataDir: open })).toEqual({
      ok: false,
      error: {
        code: 'MEDIA_DIR',
        message: `The media directory ${closed}/inside cannot be read (EACCES); give this user read access, or choose another with --media.`,
      },
    });
    expect(checkDirectories({ mediaDir: open, dataDir: closed })).toMatchObject({
      error: { code: 'DATA_DIR' },
    });
  });
});

test('a media directory that is a loop of links is refused', () => {
  const directory = tempDirectory();
  symlinkSync(join(directory, 'b'), join(directory, 'a'));
  symlinkSync(join(directory, 'a'), join(directory, 'b'));
  expect(checkDirectories({ mediaDir: join(directory, 'a'), dataDir: directory })).toMatchObject({
    error: { code: 'MEDIA_DIR', message: expect.stringContaining('cannot be read (ELOOP)') },
  });
});

test('the data directory is created with its parents', () => {
  const directory = tempDirectory();
  const dataDir = join(directory, 'a/b');
  expect(checkDirectories({ mediaDir: directory, dataDir })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(existsSync(dataDir)).toBe(true);
});
