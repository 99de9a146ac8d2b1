import { afterEach, beforeEach, expect, test } from 'vitest';
import { ok } from '../../../../shared/tools/result.ts';
import { bareVideo as video } from '../../../support/bare-video.ts';
import {
  clientOf,
  context,
  endScene,
  notingClient,
  playlist,
  scene,
  startScene,
  subscribed,
} from './api-client-scene.ts';

beforeEach(startScene);
afterEach(endScene);

test('loads a video with the context, at the path of the specification [spec-7.1, spec-7.2]', async () => {
  const { api, asked } = await notingClient(video);
  expect(await api.getVideo('offstage001')).toEqual({ ok: true, value: video });
  expect(asked).toMatchObject([
    {
      url: '/youtubei/v1/player?alt=json',
      body: { context: { client: context.client, request: {} }, videoId: 'offstage001' },
      headers: { 'content-type': 'application/json', 'x-client-name': 'TEST' },
    },
  ]);
});

test('without a context no request is made [spec-8.12]', async () => {
  const { api, asked } = await notingClient(video, [], { context: {} });
  expect(await api.getVideo('offstage001')).toEqual({
    ok: false,
    error: {
      code: 'NO_CONTEXT',
      message: 'Error: No InnerTubeContext shell provided in ytconfig.',
    },
  });
  expect(asked).toEqual([]);
});

test('the next call sends back the tokens of the previous reply [spec-7.19]', async () => {
  const jar = { encryptedTokenJarContents: 'jar', expirationSeconds: 60 };
  const responseContext = { consistencyTokenJar: jar, locationPlayabilityToken: 3 };
  const { api, asked } = await notingClient({ ...subscribed, responseContext });
  await api.callApi('subscribe', { channelIds: ['UC1'] });
  await api.callApi('unsubscribe', { channelIds: ['UC1'] }, { clickTrackingParams: 'click' });
  expect(asked[1]?.body.context).toMatchObject({
    request: { consistencyTokenJars: [jar] },
    clickTracking: { clickTrackingParams: 'click' },
  });
  expect(scene.reports[0]).toMatchObject([
    'response_context_malformed',
    { field: 'locationPlayabilityToken' },
  ]);
});

test('an id cannot change the path of its URL', async () => {
  const seen: (string | undefined)[] = [];
  const api = await clientOf((request, response) => {
    seen.push(request.url);
    response.end(JSON.stringify(playlist));
  });
  await api.getPlaylist('../player?x=#', 'playlist');
  expect(seen).toEqual(['/youtubei/v1/playlist/..%2Fplayer%3Fx%3D%23?alt=json&listType=playlist']);
});

test('a list with the type of user uploads asks for the uploads of one author', async () => {
  const seen: (string | undefined)[] = [];
  const api = await clientOf((request, response) => {
    seen.push(request.url);
    response.end(JSON.stringify({ ...playlist, playlistId: 'Jane Doe' }));
  });
  expect(await api.getPlaylist('Jane Doe', 'user_uploads')).toMatchObject({ ok: true });
  expect(seen).toEqual(['/youtubei/v1/playlist/Jane%20Doe?alt=json&listType=user_uploads']);
});

test('a call that fails returns what it carried, so that its retry carries it', async () => {
  const calls: string[] = [];
  let takenBack = 0;
  const findingsFor = (call: string) => {
    calls.push(call);
    const release = () => void takenBack++;
    return { adStatus: null, attestation: { answer: '{"bot":false}', release } };
  };
  const { api, asked } = await notingClient({ channelIds: [] }, [500], { findingsFor });
  const subscribe = () => api.callApi('subscribe', { channelIds: ['UC1'] });
  expect(await subscribe()).toMatchObject({ ok: false });
  expect(takenBack).toBe(1);
  expect(await subscribe()).toMatchObject({ ok: true });
  expect(takenBack).toBe(1);
  expect(new Set(calls).size).toBe(1);
  expect(asked[1]?.body).toMatchObject({
    context: { request: { attestationResponseData: { webResponse: '{"bot":false}' } } },
  });
});

test('with an API on another origin, only the addresses in a reply change', async () => {
  const reply = {
    playlistId: 'PL1',
    title: '/not an address',
    videoIds: ['offstage001'],
    entries: [
      {
        videoId: 'offstage001',
        title: 'T',
        author: '',
        lengthSeconds: 1,
        posterUrl: '/media/a.jpg',
      },
    ],
  };
  const { api } = await notingClient(reply, [], { crossesTo: () => true });
  expect(await api.getPlaylist('PL1', 'playlist', true)).toMatchObject({
    ok: true,
    value: {
      title: '/not an address',
      entries: [{ posterUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/a\.jpg$/) }],
    },
  });
  const near = await notingClient(reply);
  expect(await near.api.getPlaylist('PL1', 'playlist', true)).toMatchObject({
    ok: true,
    value: { entries: [{ posterUrl: '/media/a.jpg' }] },
  });
});

test('a command and a question about a required action wait for the visitor id; loading a video uses the current one', async () => {
  const seen: unknown[] = [];
  const visitorIds = { current: async () => 'kept', get: async () => ok('fetched') };
  const api = await clientOf(
    (request, response) => {
      seen.push(request.headers['x-visitor-id']);
      response.end('{}');
    },
    { visitorIds },
  );
  await api.callApi('subscribe', { channelIds: ['UC1'] });
  await api.getVideo('offstage001', undefined, true);
  await api.getVideo('offstage001');
  expect(seen).toEqual(['fetched', 'fetched', 'kept']);
});
