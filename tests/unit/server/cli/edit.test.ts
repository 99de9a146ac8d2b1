import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseChapters } from '../../../../server/cli/edit/parse-chapters.ts';
import { runEdit } from '../../../../server/cli/run-edit.ts';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { runCommand } from '../support/run-command.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const channel = { id: 'c', name: 'C' };
const files = {
  'film/film.mp4': sampleMp4,
  'film/film.json': JSON.stringify({ id: 'addedfilm01', title: 'Film', channel }),
  'film/film.jpg': 'old',
  'film/film.2x.jpg': 'old and large',
  'film/film.en.vtt': 'WEBVTT\n\nold',
  'plain.mp4': sampleMp4,
  'private/closed.mp4': sampleMp4,
  'private/closed.json': '{"id":"closedfilm1"}',
  'bad.mp4': sampleMp4,
  'bad.json': '{"id":"badfilm0001","private":"yes"}',
};

/** Runs `offstage edit` with files of the user in its directory. */
function edit(mediaDir: string, given: Record<string, string | Uint8Array>, ...argv: string[]) {
  return runCommand(runEdit, ['edit', '--media', mediaDir, ...argv], { cwd: tempDirectory(given) });
}

const sidecarOf = (mediaDir: string, name = 'film/film.json') =>
  JSON.parse(readFileSync(join(mediaDir, name), 'utf8'));

test('edit changes the named keys of the JSON file and keeps the others', async () => {
  const mediaDir = tempDirectory(files);
  const changes = ['--title', 'New', '--description', 'About', '--private'];
  expect(await edit(mediaDir, {}, 'addedfilm01', ...changes)).toEqual({
    code: 0,
    stdout: 'Changed addedfilm01: title, description, private.\n',
    stderr: '',
  });
  expect(sidecarOf(mediaDir)).toEqual({
    id: 'addedfilm01',
    title: 'New',
    channel,
    description: 'About',
    private: true,
  });
  await edit(mediaDir, {}, 'addedfilm01', '--public');
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.get('addedfilm01')).toMatchObject({ isPrivate: false });
});

test('edit puts captions, poster and chapters where the library finds them, and a new poster replaces all others', async () => {
  const mediaDir = tempDirectory(files);
  const srt = '1\r\n00:00:01,500 --> 00:00:02,000\r\nHola, mundo\r\n';
  const given = {
    'a,b.srt': srt,
    'words.vtt': 'WEBVTT\n\nnew',
    'p.jpg': png,
    'c.txt': '0:00 Start\n0:12 – The end\n',
  };
  const { code, stdout } = await edit(
    mediaDir,
    given,
    'addedfilm01',
    ...['--captions', 'es=a,b.srt', '--captions', 'en=words.vtt'],
    ...['--poster', 'p.jpg', '--chapters', 'c.txt', '--json'],
  );
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    id: 'addedfilm01',
    changed: ['chapters', 'captions', 'poster'],
    folder: join(mediaDir, 'film'),
    isDryRun: false,
  });
  expect(readdirSync(join(mediaDir, 'film')).toSorted()).toEqual([
    'film.en.vtt',
    'film.es.vtt',
    'film.json',
    'film.mp4',
    'film.png',
  ]);
  expect(readFileSync(join(mediaDir, 'film/film.es.vtt'), 'utf8')).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nHola, mundo\n',
  );
  const { videos, warnings } = await scanLibrary(mediaDir);
  expect(warnings.filter((warning) => warning.startsWith('film'))).toEqual([]);
  expect(videos.get('addedfilm01')?.response).toMatchObject({
    captionTracks: [{ languageCode: 'en' }, { languageCode: 'es' }],
    posterUrl: expect.stringContaining('film.png'),
    chapters: [
      { startSeconds: 0, title: 'Start' },
      { startSeconds: 12, title: 'The end' },
    ],
  });
});

test('a video without a JSON file gets one, under the id of its path', async () => {
  const mediaDir = tempDirectory(files);
  const before = await scanLibrary(mediaDir);
  const [videoId = ''] =
    [...before.videos].find(([, { response }]) => response.videoDetails.title === 'plain') ?? [];
  expect(await edit(mediaDir, {}, videoId, '--title', 'Named')).toMatchObject({ code: 0 });
  expect(sidecarOf(mediaDir, 'plain.json')).toEqual({ title: 'Named' });
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.get(videoId)?.response.videoDetails.title).toBe('Named');
});

test('--dry-run changes nothing', async () => {
  const mediaDir = tempDirectory(files);
  const given = { 'p.png': png };
  const argv = ['addedfilm01', '--title', 'New', '--poster', 'p.png', '--dry-run'];
  expect(await edit(mediaDir, given, ...argv)).toMatchObject({
    code: 0,
    stdout: 'Would change addedfilm01: title, poster.\n',
  });
  expect(sidecarOf(mediaDir).title).toBe('Film');
  expect(existsSync(join(mediaDir, 'film/film.png'))).toBe(false);
});

const given = {
  'words.txt': 'no captions',
  'gif.png': 'GIF89a',
  'empty.txt': '\n',
  'odd.txt': '0:00 Start\nlater\n',
  'w.vtt': 'WEBVTT\n',
};
test.each([
  [['addedfilm01'], 2, 'Nothing to change; offstage edit --help lists what can be changed.'],
  [['addedfilm01', '--private', '--public'], 2, '--private and --public exclude each other'],
  [['addedfilm01', '--captions', 'words.txt'], 2, '--captions "words.txt" lacks its language'],
  [['addedfilm01', '--captions', 'french=words.vtt'], 2, 'use for example en=words.vtt'],
  [['addedfilm01', '--captions', 'en=words.txt'], 2, 'words.txt is neither WebVTT nor SRT'],
  [['addedfilm01', '--captions', 'en=none.vtt'], 2, 'none.vtt cannot be read (ENOENT)'],
  [
    ['addedfilm01', '--captions', 'en=w.vtt', '--captions', 'EN=w.vtt'],
    2,
    '--captions names en twice',
  ],
  [['addedfilm01', '--poster', 'gif.png'], 2, 'gif.png is no JPEG, PNG or WebP'],
  [['addedfilm01', '--poster', '.'], 2, 'is no file.'],
  [['addedfilm01', '--chapters', 'empty.txt'], 2, 'it has no chapters; write a line'],
  [['addedfilm01', '--chapters', 'odd.txt'], 2, 'line 2 is no chapter'],
  [['addedfilm01', '--author', 'x'.repeat(501)], 2, 'author'],
  [['nosuchvideo', '--title', 'x'], 1, 'nosuchvideo is not a video in'],
  [['badfilm0001', '--title', 'x'], 1, 'bad.json'],
  [['closedfilm1', '--public'], 1, 'lies in a folder called private, so it stays private'],
])('edit %j is refused with %i and changes nothing', async (argv, code, sentence) => {
  const mediaDir = tempDirectory(files);
  const refused = await edit(mediaDir, given, ...argv);
  expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(sentence) });
  expect(sidecarOf(mediaDir)).toEqual(JSON.parse(String(files['film/film.json'])));
  expect(readdirSync(join(mediaDir, 'film'))).toHaveLength(5);
});

test('a folder that this user may not write is reported in one sentence', async () => {
  const mediaDir = tempDirectory(files);
  const words = tempDirectory({ 'w.vtt': 'WEBVTT\n' });
  for (const directory of [mediaDir, words]) chmodSync(directory, 0o777);
  chmodSync(join(mediaDir, 'film'), 0o555);
  const argv = ['edit', '--media', mediaDir, 'addedfilm01', '--captions', 'de=w.vtt'];
  const refused = await asOrdinaryUser(() => runCommand(runEdit, argv, { cwd: words }));
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `addedfilm01 cannot be changed (EACCES); give this user write access to ${join(mediaDir, 'film')}.\n`,
  );
});

test('chapters are lines or WebVTT, in any order', () => {
  const vtt = 'WEBVTT\n\n1\n00:10.500 --> 00:20.000\nSecond\n\n00:00:00.000 --> 00:10.500\nFirst\n';
  expect(parseChapters(vtt)).toEqual({
    ok: true,
    value: [
      { startSeconds: 0, title: 'First' },
      { startSeconds: 10.5, title: 'Second' },
    ],
  });
  expect(parseChapters('1:00:01 Late\r\n59:59 Before\r\n')).toEqual({
    ok: true,
    value: [
      { startSeconds: 3_599, title: 'Before' },
      { startSeconds: 3_601, title: 'Late' },
    ],
  });
});
