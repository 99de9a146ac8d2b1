import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, ok } from '../../../../shared/tools/result.ts';
import { createApiClient } from '../../../../worker/api/api-client.ts';
import { defaultApiSettings } from '../../../../worker/api/api-settings.ts';
import { createResponseMemory } from '../../../../worker/api/response-memory.ts';
import { createGzip } from '../../../../worker/events/sending/compress-body.ts';
import { bareVideo as video } from '../../../support/bare-video.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { keepInMemory } from '../storage/data/keep-in-memory.ts';

const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };
const playlist = { playlistId: 'PL1', title: 'List', videoIds: ['offstage001'] };

let server: Server | null = null;
let clock: FakeClock;
let reports: [kind: string, fields: unknown][];
let disposal: AbortController;
beforeEach(() => {
  clock = createFakeClock();
  reports = [];
  disposal = new AbortController();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A real HTTP server that answers as the test says, and a client for it. */
async function clientOf(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  changes: Partial<Parameters<typeof createApiClient>[0]> = {},
) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const tellProvider = (kind: string, fields: unknown) => void reports.push([kind, fields]);
  return createApiClient({
    fetch,
    gzip: createGzip(CompressionStream),
    clock,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOpaque: false,
    crossesTo: () => false,
    isMobile: false,
    context,
    settings: defaultApiSettings,
    visitorIds: { current: async () => null, get: async () => err('NO_CONSENT', 'none') },
    mayIdentify: () => true,
    tellProvider,
    signal: disposal.signal,
    findingsFor: () => null,
    memory: createResponseMemory({ data: keepInMemory(clock), now: clock.now, tellProvider }),
    ...changes,
  });
}

interface Asked {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  isGzip: boolean;
  body: Record<string, unknown>;
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const bytes = Buffer.concat(await request.toArray());
  const isGzip = request.headers['content-encoding'] === 'gzip';
  const body = JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString() || 'null');
  return { url: request.url, headers: request.headers, isGzip, body };
}

/** A client of a server that records its requests and answers with these statuses, then 200. */
async function notingClient(reply: unknown, statuses: number[] = [], changes = {}) {
  const asked: Asked[] = [];
  const api = await clientOf(async (request, response) => {
    asked.push(await readRequest(request));
    response.writeHead(statuses.shift() ?? 200).end(JSON.stringify(reply));
  }, changes);
  return { api, asked };
}

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
  expect(reports).toEqual([['api_fetch_failed', fields]]);
});

test('a missing reply times out, and a late one changes nothing [spec-8.35]', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const api = await clientOf((_, response) => arrived.resolve(response));
  const asked = api.getPlaylist('PL1', 'playlist');
  const response = await arrived.promise;
  clock.advance(10_000);
  response.end(JSON.stringify(playlist));
  expect(await asked).toEqual({
    ok: false,
    error: { code: 'TIMED_OUT', message: 'Request timed out' },
  });
  expect(clock.timerCount).toBe(0);
});

test('a reply that stops halfway times out', async () => {
  const arrived = Promise.withResolvers<void>();
  const api = await clientOf((_, response) => {
    response.write('{"playlistId"');
    arrived.resolve();
  });
  const asked = api.getPlaylist('PL1', 'playlist');
  await arrived.promise;
  clock.advance(10_000);
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
  disposal.abort();
  expect(await asked).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  await isCut;
  expect(await api.getVideo('offstage001')).toMatchObject({ error: { code: 'CANCELLED' } });
  expect(count).toBe(1);
  expect(clock.timerCount).toBe(0);
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

const subscribed = { channelIds: ['UC1'] };
const manyChannels = { channelIds: Array.from({ length: 100 }, (_, index) => `UC${index}`) };

test.each([400, 415])(
  'after a %i to a compressed call it is sent again uncompressed, and so are all later ones [spec-7.5]',
  async (status) => {
    const { api, asked } = await notingClient(subscribed, [status]);
    for (let call = 0; call < 2; call += 1)
      expect(await api.callApi('subscribe', manyChannels)).toEqual({ ok: true, value: subscribed });
    expect(asked.map(({ isGzip }) => isGzip)).toEqual([true, false, false]);
    for (const { body } of asked) expect(body).toMatchObject(manyChannels);
    expect(reports).toEqual([]);
  },
);

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
  expect(reports[0]).toMatchObject([
    'response_context_malformed',
    { field: 'locationPlayabilityToken' },
  ]);
});

const tooMany = manyChannels.channelIds.concat(manyChannels.channelIds, 'UC1');
const sharePanel = {
  title: 'T',
  url: 'https://e.example/watch',
  embedUrl: 'https://e.example/e',
  embedCode: '<i>',
};

test.each([
  [
    'subscribe',
    { channelIds: ['UC1'], siloName: 's', params: 'p' },
    subscribed,
    '/youtubei/v1/subscription/subscribe',
  ],
  ['unsubscribe', { channelIds: ['UC1'] }, subscribed, '/youtubei/v1/subscription/unsubscribe'],
  [
    'feedback',
    {
      feedbackTokens: ['t'],
      feedbackContext: { cpn: 'abc' },
      isFeedbackTokenUnencrypted: true,
      shouldMerge: true,
    },
    { feedbackResponses: [{ isProcessed: true }] },
    '/youtubei/v1/feedback',
  ],
  [
    'modifyNotificationPreference',
    { params: 'p', secondaryParams: 's' },
    { params: 'p', secondaryParams: 's' },
    '/youtubei/v1/notification/modify_channel_preference',
  ],
  [
    'editPlaylist',
    {
      playlistId: 'PL1',
      params: 'p',
      actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage001' }],
    },
    { playlistId: 'PL1', videoIds: ['offstage001'] },
    '/youtubei/v1/browse/edit_playlist',
  ],
  [
    'getSharePanel',
    { serializedSharedEntity: 'v=offstage001', clientParams: 'c', includeListId: true },
    sharePanel,
    '/youtubei/v1/share/get_share_panel',
  ],
  [
    'getWebPlayerSharePanel',
    { serializedSharedEntity: 'v=offstage001' },
    sharePanel,
    '/youtubei/v1/share/get_web_player_share_panel',
  ],
] as const)(
  '%s sends exactly its fields [spec-7.6, spec-7.7, spec-7.8, spec-7.9, spec-7.10, spec-7.28, spec-7.34, spec-7.42, spec-7.44, spec-7.46]',
  async (command, fields, reply, path) => {
    const { api, asked } = await notingClient(reply);
    expect(await api.callApi(command, fields)).toEqual({ ok: true, value: reply });
    const { context: _, ...sent } = asked[0]?.body ?? {};
    expect(sent).toEqual(fields);
    expect(asked[0]?.url).toBe(`${path}?alt=json`);
  },
);

test('datasync ids are requested with a GET, at their own path [spec-7.11]', async () => {
  const { api, asked } = await notingClient({ datasyncIds: ['a'] }, [], {
    settings: { ...defaultApiSettings, visitorId: 'v', key: 'k' },
  });
  expect(await api.callApi('getDatasyncIds', {})).toEqual({
    ok: true,
    value: { datasyncIds: ['a'] },
  });
  expect(asked).toMatchObject([
    { url: '/getDatasyncIdsEndpoint', body: null, headers: { 'x-visitor-id': 'v' } },
  ]);
});

test.each([
  ['toString', {}],
  ['__proto__', {}],
  [7, {}],
  ['subscribe', {}],
  ['subscribe', null],
  ['subscribe', { channelIds: [] }],
  ['subscribe', { channelIds: ['../x'] }],
  ['subscribe', { channelIds: tooMany }],
  ['subscribe', { channelIds: ['UC1'], context: {} }],
  ['feedback', { feedbackTokens: ['t'], feedbackContext: { cpn: 5 } }],
  ['editPlaylist', { playlistId: 'PL1', actions: [{ action: 'ACTION_DELETE_ALL' }] }],
  ['getDatasyncIds', { more: 1 }],
])(
  'the command %j with fields of another shape sends no request (%#) [spec-8.13]',
  async (command, fields) => {
    const { api, asked } = await notingClient(subscribed);
    expect(await api.callApi(command as 'subscribe', fields)).toMatchObject({
      ok: false,
      error: {
        code: 'BAD_COMMAND',
        message: expect.stringContaining('Error: Failed to create Request from Command.'),
      },
    });
    expect(asked).toEqual([]);
  },
);

test.each(['[]', 'null', '{"channelIds":[5]}', '{"channelIds":"UC1"}'])(
  'the reply %s to a command is refused: it has the wrong shape',
  async (reply) => {
    const { api } = await notingClient(JSON.parse(reply));
    expect(await api.callApi('subscribe', { channelIds: ['UC1'] })).toMatchObject({
      error: { code: 'BAD_REPLY' },
    });
  },
);

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
    const takeBack = () => void takenBack++;
    return { adStatus: null, attestation: { answer: '{"bot":false}', takeBack } };
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
const needy = {
  ...video,
  playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth', needsLocation: true },
};
const position = { latitude: 38.72, longitude: -9.14, accuracyMeters: 12 };

test('a position goes only with the call it was given for', async () => {
  const { api, asked } = await notingClient(video);
  await api.getVideo('offstage001', { outcome: 'granted', position });
  await api.getVideo('offstage001');
  expect(asked.map(({ body }) => (body.context as { client: unknown }).client)).toEqual([
    { ...context.client, location: position },
    context.client,
  ]);
});

test('a video that needs a position comes with the options for asking, which differ on mobile web [spec-9.5, spec-9.34, spec-9.35]', async () => {
  const desktop = await notingClient(needy);
  expect(await desktop.api.getVideo('offstage001')).toMatchObject({
    value: { positionRequest: { timeoutMs: 10_000, isHighAccuracy: false } },
  });
  expect(await desktop.api.getVideo('offstage001', { outcome: 'denied' })).toEqual({
    ok: true,
    value: {
      ...video,
      playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'auth.location.denied' },
    },
  });
  const mobile = await notingClient(needy, [], { isMobile: true });
  expect(await mobile.api.getVideo('offstage001')).toMatchObject({
    value: { positionRequest: { timeoutMs: 15_000, isHighAccuracy: true } },
  });
});

test.each([
  [{ outcome: 'granted', position: { ...position, latitude: 91 } }],
  [{ outcome: 'granted', position: { ...position, longitude: Number.NaN } }],
  [{ outcome: 'granted', position: 'Lisbon' }],
  [{ outcome: 'maybe' }],
  [null],
])('a position report of another shape is refused, and nothing is sent: %j', async (report) => {
  const { api, asked } = await notingClient(needy);
  expect(await api.getVideo('offstage001', report as never)).toMatchObject({
    ok: false,
    error: { code: 'BAD_COMMAND', message: expect.stringContaining('position') },
  });
  expect(asked).toEqual([]);
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
