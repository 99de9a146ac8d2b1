import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveVideoId } from '../../../../../server/library/assign-video-ids.ts';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** A variable, because the guard against unused dependencies reads executed names as packages. */
const makePipe = 'mkfifo';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** The files beside `film.mp4`, whether the video is private then, and the operator's warning. */
type Row = [
  what: string,
  files: Files | ((folder: string) => void),
  verdict: 'private' | 'public',
  warning: RegExp | null,
];

const json = (text: string): Files => ({ 'film.json': text });
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const untilRight = (cause: string) =>
  new RegExp(`^film\\.json: .*${cause}.*; the video is private until this is fixed\\.$`);
const otherName = (name: string) =>
  new RegExp(
    `^${name}: it looks like the JSON file of film but is not used.*name the right one film\\.json`,
  );

const rows: Row[] = [
  ['no sidecar', {}, 'public', null],
  ['a sidecar that says private', json('{"private": true}'), 'private', null],
  ['a sidecar that says public', json('{"private": false}'), 'public', null],
  ['a byte order mark before it', json('\uFEFF{"private": true}'), 'private', null],
  ['an empty file, as before it is written', json(''), 'private', untilRight('JSON')],
  [
    'a file of which a part is written',
    json('{"title": "Film", "priv'),
    'private',
    untilRight('JSON'),
  ],
  ['a file of zeros, as after a crash', json('\0'.repeat(20)), 'private', untilRight('JSON')],
  ['UTF-16', { 'film.json': utf16('{"private": true}') }, 'private', untilRight('UTF-8')],
  [
    'UTF-16 without its mark',
    { 'film.json': Buffer.from('{"private": true}', 'utf16le') },
    'private',
    untilRight('JSON'),
  ],
  [
    'Latin-1',
    { 'film.json': Buffer.from('{"title": "é", "private": true}', 'latin1') },
    'private',
    untilRight('UTF-8'),
  ],
  ['single quotes', json("{'private': true}"), 'private', untilRight('JSON')],
  ['curly quotes', json('{“private”: true}'), 'private', untilRight('JSON')],
  ['a key without quotes', json('{private: true}'), 'private', untilRight('JSON')],
  ['YAML', json('private: true\n'), 'private', untilRight('JSON')],
  ['a comment', json('{"private": true} // board'), 'private', untilRight('JSON')],
  ['a comma too many', json('{"private": true,}'), 'private', untilRight('JSON')],
  ['a list', json('[{"private": true}]'), 'private', untilRight('a JSON object')],
  ['null', json('null'), 'private', untilRight('a JSON object')],
  ['a word', json('"private"'), 'private', untilRight('a JSON object')],
  [
    'too many bytes',
    json(`{"private": true}${' '.repeat(1_000_000)}`),
    'private',
    untilRight('the limit is 1000000'),
  ],
  ['deep nesting', json(`{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`), 'public', null],
  ['"yes"', json('{"private": "yes"}'), 'private', untilRight('private')],
  ['"false"', json('{"private": "false"}'), 'private', untilRight('private')],
  ['1', json('{"private": 1}'), 'private', untilRight('private')],
  ['0', json('{"private": 0}'), 'private', untilRight('private')],
  ['null for private', json('{"private": null}'), 'private', untilRight('private')],
  [
    'private twice',
    json('{"private": true, "private": false}'),
    'private',
    untilRight('more than once'),
  ],
  ['"Private"', json('{"Private": true}'), 'private', untilRight('write "private"')],
  ['"PRIVATE"', json('{"PRIVATE": true}'), 'private', untilRight('write "private"')],
  ['"privat"', json('{"privat": true}'), 'private', untilRight('write "private"')],
  ['"prviate"', json('{"prviate": true}'), 'private', untilRight('write "private"')],
  ['"is_private"', json('{"is_private": true}'), 'private', untilRight('write "private"')],
  ['"isPrivate"', json('{"isPrivate": true}'), 'private', untilRight('write "private"')],
  ['" private"', json('{" private": true}'), 'private', untilRight('write "private"')],
  [
    '"private" with a Cyrillic letter',
    json('{"рrivate": true}'),
    'private',
    untilRight('write "private"'),
  ],
  ['"privacy"', json('{"privacy": "private"}'), 'private', untilRight('write "private"')],
  ['"visibility"', json('{"visibility": "unlisted"}'), 'private', untilRight('with "private"')],
  [
    '"embed_domains"',
    json('{"embed_domains": ["a.example"]}'),
    'private',
    untilRight('write "embedDomains"'),
  ],
  [
    '"embedDomain"',
    json('{"embedDomain": "a.example"}'),
    'private',
    untilRight('write "embedDomains"'),
  ],
  [
    'private in an object of its own',
    json('{"access": {"private": true}}'),
    'private',
    untilRight('at the top level of the file'),
  ],
  [
    'private below __proto__',
    json('{"__proto__": {"private": true}}'),
    'private',
    untilRight('at the top level of the file'),
  ],
  [
    'bounds that are none',
    json('{"playableWithin": "Portugal"}'),
    'private',
    untilRight('playableWithin'),
  ],
  [
    '"playable_within"',
    json('{"playable_within": [0, 0, 1, 1]}'),
    'private',
    untilRight('write "playableWithin"'),
  ],
  ['a key that is none', json('{"clearKeys": {"a": "b"}}'), 'private', untilRight('clearKeys')],
  ['a key system that nobody knows', json('{"drm": "widevine"}'), 'private', untilRight('drm')],
  [
    'unplayable without a reason',
    json('{"unplayable": true}'),
    'private',
    untilRight('unplayable'),
  ],
  [
    'a wrong title beside private',
    json('{"title": 5, "private": true}'),
    'private',
    /^film\.json: title: .*; "title" is ignored\.$/,
  ],
  [
    'a wrong title',
    json('{"title": 5}'),
    'public',
    /^film\.json: title: .*; "title" is ignored\.$/,
  ],
  [
    '"Title"',
    json('{"Title": "Film"}'),
    'public',
    /^film\.json: "Title" is an unknown key; write "title"\.$/,
  ],
  [
    'a key of somebody else',
    json('{"codec": "vp9", "addedFrom": {"name": "x", "bytes": 1, "fingerprint": "y"}}'),
    'public',
    null,
  ],
  [
    '"private" in a title',
    json('{"title": "\\"private\\": true, \\"private\\": 1"}'),
    'public',
    null,
  ],
  [
    'a directory of its name',
    (folder) => mkdirSync(join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a FIFO of its name',
    (folder) => execFileSync(makePipe, [join(folder, 'film.json')]),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a link to nothing',
    (folder) => symlinkSync('gone.json', join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  [
    'a link out of the directory',
    (folder) => symlinkSync('/etc/hostname', join(folder, 'film.json')),
    'private',
    otherName('film\\.json'),
  ],
  ['film.JSON', { 'film.JSON': '{"private": true}' }, 'private', null],
  [
    'a second one in capitals',
    { 'film.json': '{}', 'film.JSON': '{"private": true}' },
    'private',
    otherName('film\\.JSON'),
  ],
  ['Film.json', { 'Film.json': '{"private": true}' }, 'private', otherName('Film\\.json')],
  [
    'film.mp4.json',
    { 'film.mp4.json': '{"private": true}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json that cannot be read',
    { 'film.mp4.json': '{private}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json that closes nothing',
    { 'film.mp4.json': '{"title": "Film"}' },
    'public',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.mp4.json with domains',
    { 'film.mp4.json': '{"embedDomains": ["a.example"]}' },
    'private',
    otherName('film\\.mp4\\.json'),
  ],
  [
    'film.json.txt',
    { 'film.json.txt': '{"private": true}' },
    'private',
    otherName('film\\.json\\.txt'),
  ],
  ['film.jsn', { 'film.jsn': '{"private": true}' }, 'private', otherName('film\\.jsn')],
  [
    "an editor's file while it saves",
    { 'film.json~': '{"private": true}' },
    'private',
    otherName('film\\.json~'),
  ],
  [
    "rsync's file while it copies",
    { '.film.json.x7Kd2f': '{"priv' },
    'private',
    otherName('\\.film\\.json\\.x7Kd2f'),
  ],
  [
    'an old copy beside a public sidecar',
    { 'film.json': '{}', 'film.json~': '{"private": true}' },
    'public',
    null,
  ],
  [
    "another film's sidecar",
    { 'film.json': '{}', 'film.mp4.json': '{"private": true}', 'film.mp4.webm': sampleMp4 },
    'public',
    null,
  ],
];

function lay(folder: string, what: Row[1]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'film.mp4'), sampleMp4);
  if (typeof what === 'function') what(folder);
  else
    for (const [name, content] of Object.entries(what)) writeFileSync(join(folder, name), content);
}

test.each(rows)(
  'the privacy of a film with %s [attack-M1]',
  async (_what, files, verdict, warning) => {
    const mediaDir = tempDirectory();
    lay(mediaDir, files);
    const { videos, warnings } = await scanLibrary(mediaDir);
    const film = [...videos.values()].find(({ response }) =>
      response.sources.some(({ url }) => url === '/media/film.mp4'),
    );
    expect(film?.isPrivate).toBe(verdict === 'private');
    if (warning === null) expect(warnings).toEqual([]);
    else expect(warnings).toEqual([expect.stringMatching(warning)]);
  },
);

test('a sidecar that this user may not read makes its video private', async () => {
  const mediaDir = tempDirectory({ 'film.mp4': sampleMp4, 'film.json': '{"private": true}' });
  chmodSync(mediaDir, 0o755);
  chmodSync(join(mediaDir, 'film.json'), 0o000);
  const { videos, warnings } = await asOrdinaryUser(() => scanLibrary(mediaDir));
  expect([...videos.values()].map(({ isPrivate }) => isPrivate)).toEqual([true]);
  expect(warnings).toEqual([expect.stringMatching(untilRight('this user has no read access'))]);
});

test('a sidecar whose name has another Unicode form makes its video private if it says so', async () => {
  const mediaDir = tempDirectory({
    [`${'é'.normalize('NFC')}.mp4`]: sampleMp4,
    [`${'é'.normalize('NFD')}.json`]: '{"private": true}',
  });
  const { videos } = await scanLibrary(mediaDir);
  expect([...videos.values()].map(({ isPrivate }) => isPrivate)).toEqual([true]);
});

const videoIdOf = (folder: string) => deriveVideoId(`${folder}/film`);
const beside = (folder: string): Files => ({
  [`${folder}/film.jpg`]: 'picture',
  [`${folder}/film.en.vtt`]: 'WEBVTT',
  [`${folder}/film.storyboard.vtt`]:
    'WEBVTT\n\n00:00.000 --> 00:02.000\nsprite.jpg#xywh=0,0,160,90\n',
  [`${folder}/sprite.jpg`]: 'sprite',
});

describe('every way to a video', () => {
  const closed = rows
    .filter(([, , verdict]) => verdict === 'private')
    .map((row, index) => ({ row, folder: `closed${index}` }));

  function layAll(): string {
    const folders = closed.map(({ folder }) => folder);
    const ids = [...folders, 'open'].map(videoIdOf);
    const mediaDir = tempDirectory({
      ...Object.assign({}, ...[...folders, 'open'].map(beside)),
      'playlists.json': JSON.stringify({ PLall: { title: 'All', videos: ids } }),
    });
    for (const { row, folder } of closed) lay(join(mediaDir, folder), row[1]);
    lay(join(mediaDir, 'open'), { 'film.json': '{"author": "Ann"}' });
    return mediaDir;
  }

  test('is closed while it may be private [attack-M1]', async () => {
    const server = await startTestServer({ mediaDir: layAll() });
    const get = (path: string) => rawRequest(server.embed, path);
    const mediaStatuses = async (folder: string) => {
      const names = ['film.mp4', 'film.jpg', 'film.en.vtt', 'film.storyboard.vtt', 'sprite.jpg'];
      return Promise.all(names.map(async (name) => (await get(`/media/${folder}/${name}`)).status));
    };
    expect(await mediaStatuses('open')).toEqual([200, 200, 200, 200, 200]);
    for (const { row, folder } of closed) {
      const about = row[0];
      const id = videoIdOf(folder);
      expect([about, await mediaStatuses(folder)]).toEqual([about, [403, 403, 403, 403, 403]]);
      const page = (await get(`/embed/${id}`)).body;
      expect([about, page.includes('auth.private'), page.includes('/media/')]).toEqual([
        about,
        true,
        false,
      ]);
      const watch = await get(`/watch/${id}`);
      expect([about, watch.status, watch.body.includes(id)]).toEqual([about, 403, false]);
      const oembed = await get(`/oembed?url=${encodeURIComponent(`${server.embed}/watch/${id}`)}`);
      expect([about, oembed.status]).toEqual([about, 401]);
      expect([about, (await get(`/poster/${id}`)).status]).not.toEqual([about, 302]);
      expect([about, (await get(`/live/${id}/film.m3u8`)).status]).not.toEqual([about, 200]);
      expect([about, (await get(`/license/${id}`)).status]).not.toEqual([about, 200]);
    }
    const open = videoIdOf('open');
    const lists = await Promise.all([
      get('/'),
      rawRequest(server.demo, '/'),
      get('/youtubei/v1/playlist/PLall?entries=1'),
      get('/youtubei/v1/playlist/Ann?listType=user_uploads'),
      get(`/embed/${open}?list=PLall`),
      get(`/watch/${open}`),
    ]);
    const told = lists.map(({ body }) => body).join('\n');
    expect(told).toContain(open);
    for (const { row, folder } of closed)
      expect([row[0], told.includes(videoIdOf(folder))]).toEqual([row[0], false]);
    expect(server.errors).toEqual([]);
  });
});

test('a folder called private makes its videos private before their sidecars exist, whatever these say', async () => {
  const mediaDir = tempDirectory({
    'shows/Private/early.mp4': sampleMp4,
    'shows/Private/said.mp4': sampleMp4,
    'shows/Private/said.json': '{"private": false}',
    'private.mp4': sampleMp4,
  });
  const server = await startTestServer({ mediaDir });
  const isPrivate = [...server.library.videos.values()].map((video) => [
    video.response.videoDetails.title,
    video.isPrivate,
  ]);
  expect(isPrivate).toEqual([
    ['private', false],
    ['early', true],
    ['said', true],
  ]);
  const statusOf = async (path: string) => (await rawRequest(server.embed, path)).status;
  expect(await statusOf('/media/private.mp4')).toBe(200);
  expect(await statusOf('/media/shows/Private/early.mp4')).toBe(403);
  writeFileSync(join(mediaDir, 'shows/Private/unread.mp4'), sampleMp4);
  expect(await statusOf('/media/shows/Private/unread.mp4')).toBe(403);
});

test('no file in a folder called private is served before the library has read it', async () => {
  const mediaDir = tempDirectory({ 'private/notes.txt': 'x' });
  const server = await startTestServer({ mediaDir });
  writeFileSync(join(mediaDir, 'private/unread.mp4'), sampleMp4);
  expect((await rawRequest(server.embed, '/media/private/unread.mp4')).status).toBe(403);
});

test('a running server closes a video while its sidecar is malformed, and opens it again', async () => {
  const mediaDir = tempDirectory({ 'film.mp4': sampleMp4, 'film.json': '{"title": "Film"}' });
  const server = await startTestServer({ mediaDir });
  const status = async () => (await rawRequest(server.embed, '/media/film.mp4')).status;
  const put = async (text: string) => {
    // A new file in its place: the folder's time shows the change.
    writeFileSync(join(mediaDir, 'next'), text);
    renameSync(join(mediaDir, 'next'), join(mediaDir, 'film.json'));
    await server.rescanLibrary();
  };
  expect(await status()).toBe(200);
  await put('{"title": "Film", "private": tr');
  expect(await status()).toBe(403);
  // Changed in place: doubtful sidecars are read again.
  writeFileSync(join(mediaDir, 'film.json'), '{"title": "Film", "private": false}');
  await server.rescanLibrary();
  expect(await status()).toBe(200);
  await put('{"private": true}');
  expect(await status()).toBe(403);
  rmSync(join(mediaDir, 'film.json'));
});
