import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  playerResponseSchema,
  playlistResponseSchema,
} from '../../../../shared/player/player-response.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { shareInFile } from '../support/when-done.ts';

const files = {
  'v.mp4': sampleMp4,
  'v.json': '{"id":"video000001","title":"First"}',
  'playlists.json': '{"PLx":{"title":"X","videos":["video000001"]}}',
};

const shared = shareInFile(() => startTestServer({ mediaDir: tempDirectory(files) }));

async function askPlayer(body: string) {
  const server = shared();
  const reply = await rawRequest(server.embed, '/youtubei/v1/player?alt=json', {
    method: 'POST',
    body,
  });
  return { ...reply, json: parseApiReply(reply.body, 'player') };
}

test.each([
  ['invalid JSON', 'junk', 400, 'BAD_JSON'],
  ['a missing id', '{}', 400, 'BAD_REQUEST'],
  ['an id that is not text', '{"videoId":5}', 400, 'BAD_REQUEST'],
  ['a body that is too large', `{"videoId":"${'x'.repeat(100_001)}"}`, 413, 'BODY_TOO_LARGE'],
])('the player interface refuses %s', async (_what, body, status, code) => {
  expect(await askPlayer(body)).toMatchObject({
    status,
    json: { error: { code, message: expect.any(String) } },
  });
});

test.each([
  ['unknown0000', 'video.notfound'],
  ['malformed', 'api.invalidparam'],
])('the player interface answers "%s" with status ERROR and %s', async (videoId, errorCode) => {
  const { status, json } = await askPlayer(JSON.stringify({ videoId }));
  expect(status).toBe(200);
  expect(z.parse(playerResponseSchema, json).playabilityStatus).toMatchObject({
    status: 'ERROR',
    errorCode,
  });
});

test('the player interface returns all that the library knows about a video', async () => {
  const { json, headers } = await askPlayer(
    '{"videoId":"video000001","context":{"client":{"anything":1}}}',
  );
  expect(z.parse(playerResponseSchema, json)).toMatchObject({
    videoDetails: { title: 'First', lengthSeconds: 32 },
    sources: [{ url: '/media/v.mp4' }],
  });
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  });
});

test('the playlist interface returns the playlists of the library and refuses others', async () => {
  const server = shared();
  const known = await fetch(`${server.embed}/youtubei/v1/playlist/PLx`);
  expect(z.parse(playlistResponseSchema, parseApiReply(await known.text(), 'playlist'))).toEqual({
    playlistId: 'PLx',
    title: 'X',
    videoIds: ['video000001'],
  });
  expect(known.headers.get('access-control-allow-origin')).toBe('*');
  const unknown = await fetch(`${server.embed}/youtubei/v1/playlist/PLy`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { code: 'PLAYLIST_NOT_FOUND' } });
});

test('the server answers the connectivity check and the health check [spec-7.16]', async () => {
  const server = shared();
  for (const method of ['GET', 'HEAD']) {
    const reply = await rawRequest(server.embed, '/generate_204', { method });
    expect(reply).toMatchObject({
      status: 204,
      body: '',
      headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
    });
  }
  expect((await rawRequest(server.embed, '/healthz')).status).toBe(200);
});

test('the connectivity check from an opaque origin is a simple request, and no cache stores the answer', async () => {
  const server = shared();
  const { status, headers, body } = await rawRequest(server.embed, '/generate_204', {
    method: 'HEAD',
    headers: { Origin: 'null', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'cross-site' },
  });
  expect([status, body]).toEqual([204, '']);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
  });
  // Either header would make the connection wait for a body.
  expect(headers['content-length']).toBeUndefined();
  expect(headers['transfer-encoding']).toBeUndefined();
  expect(headers['access-control-allow-credentials']).toBeUndefined();
});

test('the player interface answers preflights of any origin, without credentials', async () => {
  const server = shared();
  const reply = await rawRequest(server.embed, '/youtubei/v1/player', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://host.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-visitor-id',
    },
  });
  expect(reply).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type,x-visitor-id',
    },
  });
  expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
});

test('unknown paths get a 404 as JSON', async () => {
  const server = shared();
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['DELETE', '/embed/video000001'],
    ['GET', '/youtubei/v1/player'],
    ['PUT', '/media/a.mp4'],
  ] as const) {
    const reply = await rawRequest(server.embed, path, { method });
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'NOT_FOUND' } });
  }
});
