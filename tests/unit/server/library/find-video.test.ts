import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveVideoId } from '../../../../server/library/assign-video-ids.js';
import { findVideo } from '../../../../server/library/find-video.js';
import { isVideoId } from '../../../../server/library/is-video-id.js';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import * as shared from '../../../../shared/player/video-id.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const unplayable = { errorCode: 'heartbeat.stop', reason: 'Ended' };
const files = {
  'plain.mp4': sampleMp4,
  'folder/my.film.mp4': sampleMp4,
  'named.mp4': sampleMp4,
  'named.json': '{"id":"namedfilm01"}',
  'same.mp4': sampleMp4,
  'same.json': '{"id":"namedfilm01"}',
  'short.mp4': sampleMp4,
  'short.json': '{"id":"short"}',
  'broken.mp4': sampleMp4,
  'broken.json': '{"id":"brokenfilm1"',
  'blocked.json': JSON.stringify({ id: 'blockedfilm', unplayable }),
  'unnamed.json': JSON.stringify({ unplayable }),
};

test('a video is found under the id that the library gives it, and under no other', async () => {
  const elsewhere = tempDirectory({ 'linked.mp4': sampleMp4 });
  const mediaDir = tempDirectory({
    ...files,
    'leftover.json': '{"id":"leftover001"}',
    '.hidden/x.mp4': sampleMp4,
  });
  symlinkSync(elsewhere, join(mediaDir, 'outside'));
  symlinkSync(mediaDir, join(mediaDir, 'folder/again'));
  const { videos } = await scanLibrary(mediaDir);
  expect(videos.size).toBe(8);
  const found = await Promise.all([...videos.keys()].map((id) => findVideo(mediaDir, id)));
  expect(found.map((video) => video?.stemPath)).toEqual([
    'blocked',
    'broken',
    'folder/my.film',
    'named',
    'plain',
    'same',
    'short',
    'unnamed',
  ]);
  expect(found[3]?.sidecar).toBe('named.json');
  expect(found[4]?.sidecar).toBe(null);
  for (const other of ['brokenfilm1', 'leftover001', 'short', deriveVideoId('named')])
    expect(await findVideo(mediaDir, other), other).toBe(null);
  for (const path of ['leftover', '.hidden/x', 'outside/linked'])
    expect(await findVideo(mediaDir, deriveVideoId(path)), path).toBe(null);
});

test('a directory that cannot be read is an error, and a folder in it that cannot is left out', async () => {
  const mediaDir = tempDirectory(files);
  await expect(findVideo(join(mediaDir, 'none'), 'namedfilm01')).rejects.toThrow('ENOENT');
  await expect(findVideo(join(mediaDir, 'plain.mp4'), 'namedfilm01')).rejects.toThrow('ENOTDIR');
  chmodSync(mediaDir, 0o755);
  mkdirSync(join(mediaDir, 'dark'), { mode: 0o000 });
  const named = await asOrdinaryUser(() => findVideo(mediaDir, 'namedfilm01'));
  expect(named).toMatchObject({ stemPath: 'named' });
  chmodSync(mediaDir, 0o000);
  const closed = asOrdinaryUser(() => findVideo(mediaDir, 'namedfilm01'));
  await expect(closed).rejects.toThrow('EACCES');
  chmodSync(mediaDir, 0o755);
});

test.each(['namedfilm01', '-_AZaz09-_-', 'short', 'twelve-chars', 'with space1', 'namedfilm01\n'])(
  'the server and the player agree whether %j is an id',
  (value) => {
    expect(isVideoId(value)).toBe(shared.isVideoId(value));
  },
);
