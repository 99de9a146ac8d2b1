import { expect, test } from 'vitest';
import * as z from 'zod';
import { playlistAnswerSchema } from '../../../../shared/player/playlist-entries.ts';
import {
  channelSchema,
  relatedSchema,
  viewerSchema,
} from '../../../../shared/player/video-extras-schemas.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const channel = {
  id: 'UC1',
  name: 'Offstage',
  url: 'https://example.com/c',
  avatarUrl: '/media/a.jpg',
};
const files = {
  'a.mp4': sampleMp4,
  'a.json': JSON.stringify({
    id: 'video000001',
    title: 'First',
    author: 'Me',
    channel,
    watchUrl: '/watch?v=1',
  }),
  'b.mp4': sampleMp4,
  'b.json': '{"id":"video000002","title":"Second"}',
  'c.json': '{"id":"video000003","unplayable":{"errorCode":"auth","reason":"no"}}',
  'playlists.json': '{"PLx":{"title":"X","videos":["video000002","video000001"]}}',
};

const start = () => startTestServer({ mediaDir: tempDirectory(files) });

async function post(
  server: TestServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const reply = await fetch(`${server.embed}/youtubei/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ context, ...body }),
  });
  return parseApiReply(await reply.text(), path);
}

test('a playlist lists its videos in order, on request', async () => {
  const server = await start();
  const ask = async (query: string) =>
    z.parse(
      playlistAnswerSchema,
      parseApiReply(
        await (
          await fetch(`${server.embed}/youtubei/v1/playlist/PLx?listType=playlist${query}`)
        ).text(),
        'playlist',
      ),
    );
  expect((await ask('')).entries).toBeUndefined();
  expect((await ask('&entries=1')).entries).toEqual([
    { videoId: 'video000002', title: 'Second', author: '', lengthSeconds: 32, posterUrl: null },
    { videoId: 'video000001', title: 'First', author: 'Me', lengthSeconds: 32, posterUrl: null },
  ]);
});

test('a video has its channel, the operator’s page and other videos that can be played', async () => {
  const server = await start();
  const reply = await post(server, 'player', { videoId: 'video000001' });
  expect(z.parse(channelSchema, reply.videoDetails.channel)).toEqual(channel);
  expect(reply.videoDetails.watchUrl).toBe('/watch?v=1');
  expect(z.parse(relatedSchema, reply.related).map(({ videoId }) => videoId)).toEqual([
    'video000002',
  ]);
  expect(reply).not.toHaveProperty('viewer');
});

test('a signed-in viewer sees their own relation to the video [feature-channel]', async () => {
  const server = await start();
  const ann = { 'X-Visitor-Id': 'ann', 'X-Bootstrap-Logged-In': 'true' };
  const ask = async (headers: Record<string, string>) =>
    (await post(server, 'player', { videoId: 'video000001' }, headers)).viewer;
  const nothing = { isSignedIn: true, isSubscribed: false, bell: false, isInWatchLater: false };
  expect(z.parse(viewerSchema, await ask(ann))).toEqual(nothing);
  await post(server, 'subscription/subscribe', { channelIds: ['UC1'] }, ann);
  await post(
    server,
    'notification/modify_channel_preference',
    { params: 'UC1', secondaryParams: 'ALL' },
    ann,
  );
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'video000001' }];
  const edited = await post(server, 'browse/edit_playlist', { playlistId: 'WL', actions }, ann);
  expect(edited).toMatchObject({ playlistId: 'WL', videoIds: ['video000001'] });
  expect(await ask(ann)).toEqual({
    isSignedIn: true,
    isSubscribed: true,
    bell: true,
    isInWatchLater: true,
  });
  expect(await ask({ ...ann, 'X-Visitor-Id': 'bob' })).toEqual(nothing);
  expect(await ask({ 'X-Visitor-Id': 'ann' })).toBeUndefined();
  expect(await ask({ 'X-Bootstrap-Logged-In': 'true' })).toBeUndefined();
});
