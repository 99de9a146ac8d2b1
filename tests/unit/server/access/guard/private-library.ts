import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../../support/media-samples.ts';
import { openPage } from '../../support/open-page.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { tempDirectory } from '../../support/temp-directory.ts';
import { testKey as signingKey } from '../../support/test-guard.ts';

export const secretWord = 'merger';
export const keyId = '00'.repeat(16);

/** A library with private, public and live videos. */
export const privateFiles = {
  'film.m3u8': masterPlaylist('film/a.m3u8'),
  'film/a.m3u8': mediaPlaylist('1.m4s', '../shared/2.m4s'),
  'film/init.cmfi': 'init',
  'film/1.m4s': 'one',
  'film/new.m4s': 'came after the start',
  'shared/2.m4s': 'two',
  'film.jpg': 'x',
  'film.2x.jpg': 'x',
  'film.en.vtt': 'WEBVTT',
  'film.storyboard.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nsprites/film.jpg#xywh=0,0,160,90\n',
  'sprites/film.jpg': 'sprite',
  'film.json': JSON.stringify({
    id: 'private0001',
    title: secretWord,
    author: 'Board',
    private: true,
    chapters: [{ startSeconds: 0, title: secretWord }],
    clearKeys: { [keyId]: '11'.repeat(16) },
  }),
  'other.mp4': sampleMp4,
  'other.json': JSON.stringify({ id: 'private0002', title: secretWord, private: true }),
  'open/clip.m3u8': mediaPlaylist('clip.m4s', '../shared/2.m4s'),
  'open/clip.m4s': 'clip',
  'open/clip.jpg': 'x',
  'open/clip.json': JSON.stringify({ id: 'openvideo01', title: 'Clip', author: 'Board' }),
  'live.m3u8': mediaPlaylist('live.m4s'),
  'live.m4s': 'live',
  'live.json': JSON.stringify({ id: 'privatelive', private: true, live: true }),
  'playlists.json': '{"PLx":{"videos":["private0001","openvideo01"]}}',
};

export const startMs = 1_700_000_000_000;
export const clock = { nowMs: startMs };

/** Starts a server with this library; its clock stands at `startMs`. */
export async function startWithPrivate(changes: Parameters<typeof startTestServer>[0] = {}) {
  clock.nowMs = startMs;
  const mediaDir = tempDirectory(privateFiles);
  symlinkSync(join(mediaDir, 'film'), join(mediaDir, 'alias'));
  return {
    mediaDir,
    ...(await startTestServer({ mediaDir, signingKey, ...changes }, () => clock.nowMs)),
  };
}

export const tokenFor = (videoId: string, lifeSec = 600, domain = '') =>
  makeEmbedToken(signingKey, { videoId, expiresSec: startMs / 1_000 + lifeSec, domain });

export const openSigned = (embed: string, videoId = 'private0001', token = tokenFor(videoId)) =>
  openPage(embed, `/embed/${videoId}?autoplay=0&token=${token}&start=1`);

export type Page = Awaited<ReturnType<typeof openPage>>;

export const sourceOf = ({ config }: Page) => config.playerResponse?.sources[0]?.url ?? '';
