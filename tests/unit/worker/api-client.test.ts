import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createApiClient } from '../../../worker/api/api-client.ts';

const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };
const playlist = { playlistId: 'PL1', title: 'List', videoIds: ['offstage001'] };
const video = {
  playabilityStatus: { status: 'OK' },
  videoDetails: {
    videoId: 'offstage001',
    title: '',
    author: '',
    shortDescription: '',
    lengthSeconds: 0,
    isLive: false,
    width: 0,
    height: 0,
  },
  sources: [],
  captionTracks: [],
  chapters: [],
  posterUrl: null,
  storyboardUrl: null,
};

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A real HTTP server that answers as the test says, and a client of it. */
async function clientOf(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs = 10_000,
) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApiClient({ fetch, timeoutSignal: () => AbortSignal.timeout(timeoutMs), origin, context });
}

test.each([
  [500, 'REQUEST_FAILED', 'Request failed, status=500'],
  [403, 'REQUEST_FAILED', 'Request failed, status=403'],
  [404, 'NOT_FOUND', 'There is nothing under this id.'],
])('status %i is %s', async (status, code, message) => {
  const api = await clientOf((_, response) => response.writeHead(status).end('{}'));
  expect(await api.getPlaylist('PL1', 'playlist')).toEqual({ ok: false, error: { code, message } });
});

test('an answer that does not come is a time-out', async () => {
  const api = await clientOf(() => {}, 50);
  expect(await api.getPlaylist('PL1', 'playlist')).toEqual({
    ok: false,
    error: { code: 'TIMED_OUT', message: 'Request timed out' },
  });
});

test('a server that is not reached, or goes away in the middle of its answer, is an unknown error', async () => {
  const api = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"playlistId"');
    setImmediate(() => response.destroy());
  });
  expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({ error: { code: 'UNKNOWN_ERROR' } });
});

test.each(['', '<html>', '{"playlistId":'])('the reply %j is no JSON', async (body) => {
  const api = await clientOf((_, response) => response.end(body));
  expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({
    error: { code: 'BAD_REPLY', message: 'JSON parsing failed after fetch' },
  });
});

test('a reply of another shape names what is wrong with it', async () => {
  const api = await clientOf((_, response) =>
    response.end(JSON.stringify({ ...playlist, videoIds: ['short'] })),
  );
  expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({
    error: { code: 'BAD_REPLY', message: expect.stringContaining('videoIds.0') },
  });
});

test('the guard before a reply is taken off', async () => {
  const api = await clientOf((_, response) => response.end(`)]}'\n${JSON.stringify(playlist)}`));
  expect(await api.getPlaylist('PL1', 'playlist')).toEqual({ ok: true, value: playlist });
});

test('asks for a video with the context, by the path of the specification', async () => {
  const seen: string[] = [];
  const api = await clientOf(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.method} ${request.url} ${body}`);
    response.end(JSON.stringify(video));
  });
  expect(await api.getVideo('offstage001')).toEqual({ ok: true, value: video });
  expect(seen).toEqual([
    `POST /youtubei/v1/player?alt=json ${JSON.stringify({ context, videoId: 'offstage001' })}`,
  ]);
});

test('an id cannot leave its place in the path', async () => {
  const seen: (string | undefined)[] = [];
  const api = await clientOf((request, response) => {
    seen.push(request.url);
    response.end(JSON.stringify(playlist));
  });
  await api.getPlaylist('../player?x=#', 'playlist');
  expect(seen).toEqual(['/youtubei/v1/playlist/..%2Fplayer%3Fx%3D%23?alt=json&listType=playlist']);
});

test('asks for what one author uploaded by the type of the list', async () => {
  const seen: (string | undefined)[] = [];
  const api = await clientOf((request, response) => {
    seen.push(request.url);
    response.end(JSON.stringify({ ...playlist, playlistId: 'Jane Doe' }));
  });
  expect(await api.getPlaylist('Jane Doe', 'user_uploads')).toMatchObject({ ok: true });
  expect(seen).toEqual(['/youtubei/v1/playlist/Jane%20Doe?alt=json&listType=user_uploads']);
});
