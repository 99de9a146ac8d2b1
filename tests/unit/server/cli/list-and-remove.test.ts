import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runList } from '../../../../server/cli/run-list.ts';
import { runRemove } from '../../../../server/cli/run-remove.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { runCommand } from '../support/run-command.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const addedFrom = { name: 'film.mp4', bytes: 5, fingerprint: 'f1' };
const files = {
  'film/film.mp4': sampleMp4,
  'film/film.json': JSON.stringify({ id: 'addedfilm01', title: 'Added\u001b[31m film', addedFrom }),
  'film/film.en.vtt': 'WEBVTT',
  'hand.mp4': sampleMp4,
  'hand.json': JSON.stringify({ id: 'byhandfilm1', title: 'By hand', private: true }),
  'bad.mp4': 'This is no video.',
  'bad.json': JSON.stringify({ id: 'badfilm0001' }),
  'zero.mp4': '',
};
const list = (media: string, ...argv: string[]) =>
  runCommand(runList, ['list', '--media', media, ...argv]);
const remove = (media: string, ...argv: string[]) =>
  runCommand(runRemove, ['remove', '--media', media, ...argv]);

test('list shows a line for each video, its unplayable parts and the reasons', async () => {
  const shown = await list(tempDirectory(files));
  expect(shown.code).toBe(0);
  expect(shown.stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
    'ID | LENGTH | SIZE | FORM | TITLE',
    'badfilm0001 | 0:00 | – | – | bad | cannot be played',
    String.raw`addedfilm01 | 0:32 | 360×640 | progressive | Added\u001b[31m film`,
    'byhandfilm1 | 0:32 | 360×640 | progressive | By hand | private',
    expect.stringMatching(/^[\w-]{11} \| 0:00 \| – \| – \| zero \| cannot be played$/),
    '',
  ]);
  expect(shown.stderr).toContain('warning: bad.mp4: cannot be played');
  expect(shown.stderr).toContain('warning: zero.mp4: cannot be played, the file is empty.');
});

test('list --json prints JSON for programs and nothing else', async () => {
  const { stdout } = await list(tempDirectory(files), '--json');
  expect(JSON.parse(stdout)[1]).toEqual({
    id: 'addedfilm01',
    title: 'Added\u001b[31m film',
    lengthSeconds: expect.closeTo(32, 0),
    width: 360,
    height: 640,
    packagings: ['progressive'],
    isLive: false,
    isPrivate: false,
    captions: ['en'],
    problem: null,
  });
});

test('list explains how to add a video to an empty directory; a missing directory is a usage error', async () => {
  const empty = tempDirectory();
  expect((await list(empty)).stdout).toBe(`No videos in ${empty}; offstage add FILE adds one.\n`);
  const none = join(empty, 'none');
  expect(await list(none)).toEqual({
    code: 2,
    stdout: '',
    stderr: `The media directory ${none} does not exist; create it, or choose another with --media.\n`,
  });
});

test('remove deletes what add created, including the folder, and nothing else', async () => {
  const media = tempDirectory(files);
  expect(await remove(media, 'addedfilm01', '--yes')).toEqual({
    code: 0,
    stdout: 'Removed addedfilm01.\n',
    stderr: '',
  });
  expect(readdirSync(media).toSorted()).toEqual([
    'bad.json',
    'bad.mp4',
    'hand.json',
    'hand.mp4',
    'zero.mp4',
  ]);
});

test('without a terminal to confirm on, remove needs --yes', async () => {
  const media = tempDirectory(files);
  const asked = await remove(media, 'addedfilm01');
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('Cannot ask for confirmation without a terminal; use --yes.');
  expect(existsSync(join(media, 'film/film.mp4'))).toBe(true);
});

test('remove --dry-run asks nothing, so --yes is refused', async () => {
  const media = tempDirectory(files);
  expect(await remove(media, 'addedfilm01', '--yes', '--dry-run')).toEqual({
    code: 2,
    stdout: '',
    stderr: '--yes has no effect with --dry-run, which asks nothing; leave one of them out.\n',
  });
  expect(existsSync(join(media, 'film/film.mp4'))).toBe(true);
});

test('remove deletes all given videos or none: one wrong id keeps the others', async () => {
  const media = tempDirectory(files);
  const refused = await remove(media, 'addedfilm01', 'byhandfilm1', 'nosuchvideo', '--yes');
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr: `byhandfilm1 was not added with offstage add; delete its files yourself.\nnosuchvideo is not a video in ${media}; offstage list shows the videos.\n`,
  });
  expect(existsSync(join(media, 'film/film.mp4'))).toBe(true);
});

test('a removal that was killed halfway is invisible, and the next one completes it', async () => {
  const media = tempDirectory(files);
  const { hostname } = await import('node:os');
  // No process has this number.
  const left = `.adding-${hostname().replaceAll(/[^A-Za-z0-9]/g, '')}-4194399-x`;
  mkdirSync(join(media, left));
  expect((await list(media)).stdout).not.toContain('4194399');
  await remove(media, 'addedfilm01', '--yes');
  expect(readdirSync(media)).not.toContain(left);
});
