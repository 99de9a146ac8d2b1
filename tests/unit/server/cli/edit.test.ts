import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
  expect((await edit(mediaDir, {}, 'addedfilm01', '--public')).stdout).toBe(
    'Changed addedfilm01: public.\n',
  );
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
  'late.txt': '0:00 Start\n0:50 Beyond\n',
  'p.png': png,
  'c.txt': '0:00 Start\n',
};
test.each([
  [['addedfilm01'], 2, 'Nothing to change; offstage edit --help lists what can be changed.'],
  [['addedfilm01', '--private', '--public'], 2, '--private and --public exclude each other'],
  [['addedfilm01', '--captions', 'words.txt'], 2, '--captions "words.txt" lacks its language'],
  [['addedfilm01', '--captions', 'french=words.vtt'], 2, 'use for example en=words.vtt'],
  [['addedfilm01', '--captions', 'klingon!=words.vtt'], 2, 'use for example en=words.vtt'],
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
  [
    ['addedfilm01', '--chapters', 'late.txt'],
    1,
    '--chapters: "Beyond" begins at 0:50, but the film ends at 0:32',
  ],
  [
    ['addedfilm01', '--remove', 'title'],
    2,
    '--remove "title" is no part of a video; use captions=LANGUAGE, poster, chapters, author, description.',
  ],
  [['addedfilm01', '--remove', 'captions'], 2, '--remove "captions" is no part of a video'],
  [
    ['addedfilm01', '--remove', 'poster', '--poster', 'p.png'],
    2,
    '--remove poster and the new poster exclude each other; give one of them.',
  ],
  [
    ['addedfilm01', '--remove', 'captions=EN', '--captions', 'en=w.vtt'],
    2,
    '--remove captions=EN and the new captions=EN exclude each other',
  ],
  [['addedfilm01', '--remove', 'chapters', '--chapters', 'c.txt'], 2, 'exclude each other'],
  [
    ['addedfilm01', '--remove', 'captions=de,poster'],
    1,
    'addedfilm01 has no file with captions in "de"; it has en.',
  ],
  [['addedfilm01', '--remove', 'poster,chapters'], 1, 'addedfilm01 has no chapters in its JSON'],
  [['closedfilm1', '--remove', 'poster'], 1, 'closedfilm1 has no poster.'],
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

test('edit removes captions of a language, poster, chapters and texts, and keeps the rest', async () => {
  const mediaDir = tempDirectory({
    ...files,
    'film/film.json': JSON.stringify({ id: 'addedfilm01', chapters: [], author: 'A', channel }),
    'film/film.french.vtt': 'WEBVTT\n\nvieux',
    'film/film.vtt': 'WEBVTT\n\nunnamed',
  });
  const argv = ['addedfilm01', '--remove', 'captions=french,captions=und', '--remove', 'poster'];
  const more = ['--remove', 'chapters', '--remove', 'author', '--title', 'New'];
  const folder = () => readdirSync(join(mediaDir, 'film')).toSorted();
  const before = folder();
  expect(await edit(mediaDir, {}, ...argv, ...more, '--dry-run')).toEqual({
    code: 0,
    stdout:
      'Would change addedfilm01: title, captions=french removed, captions=und removed, poster removed, chapters removed, author removed.\n',
    stderr: '',
  });
  expect(folder()).toEqual(before);
  const { code, stdout } = await edit(mediaDir, {}, ...argv, ...more, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    changed: ['title'],
    removed: ['captions=french', 'captions=und', 'poster', 'chapters', 'author'],
    files: [join(mediaDir, 'film/film.json')],
  });
  expect(folder()).toEqual(['film.en.vtt', 'film.json', 'film.mp4']);
  expect(sidecarOf(mediaDir)).toEqual({ id: 'addedfilm01', channel, title: 'New' });
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.get('addedfilm01')?.response).toMatchObject({
    captionTracks: [{ languageCode: 'en' }],
    posterUrl: null,
  });
});

test('chapters of a live stream may begin at any time, because it has no end', async () => {
  const mediaDir = tempDirectory({
    'live.mp4': sampleMp4,
    'live.json': '{"id":"livefilm001","live":true}',
  });
  const argv = ['livefilm001', '--chapters', 'late.txt'];
  expect(await edit(mediaDir, given, ...argv)).toMatchObject({ code: 0 });
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
