import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanLibrary } from '../../../../../server/library/scan-library.ts';
import { asOrdinaryUser } from '../../support/as-ordinary-user.ts';
import { sampleMp4 } from '../../support/media-samples.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

import { doubtfulContents } from './doubtful-contents.ts';
import { doubtfulNames } from './doubtful-names.ts';
import { laySidecar, untilRight } from './lay-sidecar.ts';

const doubtfulSidecars = [...doubtfulContents, ...doubtfulNames];

test.each(doubtfulSidecars)(
  'the privacy of a film with %s [attack-M1]',
  async (_what, files, verdict, warning) => {
    const mediaDir = tempDirectory();
    laySidecar(mediaDir, files);
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
