import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveVideoId } from '../../../../../server/library/assign-video-ids.js';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

import { doubtfulContents } from './doubtful-contents.ts';
import { doubtfulNames } from './doubtful-names.ts';
import { laySidecar, type SidecarFiles } from './lay-sidecar.ts';

const doubtfulSidecars = [...doubtfulContents, ...doubtfulNames];

const videoIdOf = (folder: string) => deriveVideoId(`${folder}/film`);
const beside = (folder: string): SidecarFiles => ({
  [`${folder}/film.jpg`]: 'picture',
  [`${folder}/film.en.vtt`]: 'WEBVTT',
  [`${folder}/film.storyboard.vtt`]:
    'WEBVTT\n\n00:00.000 --> 00:02.000\nsprite.jpg#xywh=0,0,160,90\n',
  [`${folder}/sprite.jpg`]: 'sprite',
});

describe('every way to a video', () => {
  const closed = doubtfulSidecars
    .filter(([, , verdict]) => verdict === 'private')
    .map((row, index) => ({ row, folder: `closed${index}` }));

  function layAll(): string {
    const folders = closed.map(({ folder }) => folder);
    const ids = [...folders, 'open'].map(videoIdOf);
    const mediaDir = tempDirectory({
      ...Object.assign({}, ...[...folders, 'open'].map(beside)),
      'playlists.json': JSON.stringify({ PLall: { title: 'All', videos: ids } }),
    });
    for (const { row, folder } of closed) laySidecar(join(mediaDir, folder), row[1]);
    laySidecar(join(mediaDir, 'open'), { 'film.json': '{"author": "Ann"}' });
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
    const reported = lists.map(({ body }) => body).join('\n');
    expect(reported).toContain(open);
    for (const { row, folder } of closed)
      expect([row[0], reported.includes(videoIdOf(folder))]).toEqual([row[0], false]);
    expect(server.errors).toEqual([]);
  });
});
