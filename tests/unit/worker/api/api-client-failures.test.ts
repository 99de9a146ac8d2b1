import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultApiSettings } from '../../../../worker/api/api-settings.ts';
import { clientOf, endScene, playlist, scene, startScene } from './api-client-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test.each([
  [500, 'REQUEST_FAILED', 'Request failed, status=500'],
  [403, 'REQUEST_FAILED', 'Request failed, status=403'],
  [404, 'NOT_FOUND', 'Request failed, status=404: there is nothing under this id.'],
])('the status %i fails with %s [spec-8.8]', async (status, code, message) => {
  const api = await clientOf((_, response) => response.writeHead(status).end('{}'));
  expect(await api.getPlaylist('PL1', 'playlist')).toEqual({ ok: false, error: { code, message } });
});

test('a reply with an error status is reported to the provider, without the query [spec-8.10]', async () => {
  const api = await clientOf((_, response) => response.writeHead(500).end('{}'), {
    settings: { ...defaultApiSettings, key: 'secret' },
  });
  await api.getVideo('offstage001');
  const fields = { message: 'Error: API fetch failed', path: '/youtubei/v1/player', status: 500 };
  expect(scene.reports).toEqual([['api_fetch_failed', fields]]);
});

test('a missing reply times out, and a late one changes nothing [spec-8.35]', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const api = await clientOf((_, response) => arrived.resolve(response));
  const asked = api.getPlaylist('PL1', 'playlist');
  const response = await arrived.promise;
  scene.clock.advance(10_000);
  response.end(JSON.stringify(playlist));
  expect(await asked).toEqual({
    ok: false,
    error: { code: 'TIMED_OUT', message: 'Request timed out' },
  });
  expect(scene.clock.timerCount).toBe(0);
});

test('a reply that stops halfway times out', async () => {
  const arrived = Promise.withResolvers<void>();
  const api = await clientOf((_, response) => {
    response.write('{"playlistId"');
    arrived.resolve();
  });
  const asked = api.getPlaylist('PL1', 'playlist');
  await arrived.promise;
  scene.clock.advance(10_000);
  expect(await asked).toMatchObject({ error: { code: 'TIMED_OUT' } });
});

test('stopping the services cancels pending calls, and nothing is sent afterwards', async () => {
  const arrived = Promise.withResolvers<IncomingMessage>();
  let count = 0;
  const api = await clientOf((request) => {
    count += 1;
    arrived.resolve(request);
  });
  const asked = api.callApi('subscribe', { channelIds: ['UC1'] });
  const request = await arrived.promise;
  const isCut = once(request.socket, 'close');
  scene.disposal.abort();
  expect(await asked).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  await isCut;
  expect(await api.getVideo('offstage001')).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(count).toBe(1);
  expect(scene.clock.timerCount).toBe(0);
});

test('a server that is unreachable or closes the connection during its reply is an unknown error [spec-8.36]', async () => {
  const api = await clientOf((_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"playlistId"');
    setImmediate(() => response.destroy());
  });
  expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({
    error: { code: 'UNKNOWN_ERROR' },
  });
});

test.each(['', '<html>', '{"playlistId":'])(
  'the reply %j is refused: it is not JSON [spec-8.11]',
  async (body) => {
    const api = await clientOf((_, response) => response.end(body));
    expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({
      error: { code: 'BAD_REPLY', message: 'JSON parsing failed after fetch' },
    });
  },
);

test('a reply of another shape is refused with the name of the wrong field', async () => {
  const api = await clientOf((_, response) =>
    response.end(JSON.stringify({ ...playlist, videoIds: ['short'] })),
  );
  expect(await api.getPlaylist('PL1', 'playlist')).toMatchObject({
    error: { code: 'BAD_REPLY', message: expect.stringContaining('videoIds.0') },
  });
});

test('the XSSI prefix of a reply is removed [spec-7.18]', async () => {
  const api = await clientOf((_, response) => response.end(`)]}'\n${JSON.stringify(playlist)}`));
  expect(await api.getPlaylist('PL1', 'playlist')).toEqual({ ok: true, value: playlist });
});
