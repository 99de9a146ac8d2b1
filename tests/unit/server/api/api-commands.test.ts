import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { playerResponseSchema } from '../../../../shared/player/player-response.ts';
import { commandSchema, relatedSchema } from '../../../../shared/player/video-extras-schemas.ts';
import type { ApiCommand } from '../../../../shared/wire/api-calls.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { apiCallSchemas } from '../../../../shared/wire/api-schemas.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { bundledMediaDir, sampleMp4 } from '../support/media-samples.ts';
import { readNdjson } from '../support/ndjson.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { type StorePlace, storePlace } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

interface CallOptions {
  viewer?: string;
  request?: object;
}

async function call(
  server: TestServer,
  command: ApiCommand,
  fields: object,
  { viewer = 'ann', request = {} }: CallOptions = {},
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${apiCalls[command].path}?alt=json`, {
    method: 'POST',
    headers: { 'X-Visitor-Id': viewer },
    body: JSON.stringify({ context: { ...context, request }, ...fields }),
  });
  const json = parseApiReply(reply.body, apiCalls[command].path);
  return { ...reply, json };
}

const rowsOf = (place: StorePlace, table: string) => place.sql(`SELECT * FROM ${table} ORDER BY 1`);

test('each viewer has their own subscriptions, which survive a restart [spec-7.6, spec-7.34, spec-7.35, spec-7.36, spec-7.37]', async () => {
  const place = await storePlace();
  const first = await startTestServer(place.options);
  await call(first, 'subscribe', { channelIds: ['UC1', 'UC2', 'UC1'] }, { viewer: 'ann' });
  await call(first, 'subscribe', { channelIds: ['UC3'] }, { viewer: 'bob' });
  await call(first, 'unsubscribe', { channelIds: ['UC1', 'UC9'] }, { viewer: 'ann' });
  await first.stop(0);
  const second = await startTestServer(place.options);
  const fields = { channelIds: ['UC4'], siloName: 'player', params: 'p' };
  const reply = await call(second, 'subscribe', fields, { viewer: 'ann' });
  expect(reply.json.channelIds).toEqual(['UC4', 'UC2']);
  expect(z.parse(apiCallSchemas.subscribe.reply, reply.json)).toEqual({
    channelIds: ['UC4', 'UC2'],
  });
  expect(await rowsOf(place, 'subscriptions')).toMatchObject([
    { viewer: 'ann', channel_id: 'UC2' },
    { viewer: 'bob', channel_id: 'UC3' },
    { viewer: 'ann', channel_id: 'UC4', silo_name: 'player', params: 'p' },
  ]);
});

test('feedback is stored with its playback; when merged, each token counts once [spec-7.7, spec-7.38, spec-7.39, spec-7.40]', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const fields = {
    feedbackTokens: ['a', 'b'],
    feedbackContext: { cpn: 'cpn1' },
    isFeedbackTokenUnencrypted: true,
  };
  const reply = await call(server, 'feedback', fields);
  expect(reply.json.feedbackResponses).toEqual([{ isProcessed: true }, { isProcessed: true }]);
  const again = { feedbackTokens: ['a'], isFeedbackTokenUnencrypted: true, shouldMerge: true };
  const merged = await call(server, 'feedback', again);
  expect(merged.json.feedbackResponses).toEqual([{ isProcessed: false, reason: 'GIVEN_BEFORE' }]);
  expect(await rowsOf(place, 'feedback')).toMatchObject([
    { viewer: 'ann', token: 'b', cpn: 'cpn1', is_unencrypted: 1 },
    { viewer: 'ann', token: 'a', cpn: null, is_unencrypted: 1 },
  ]);
});

describe('the commands in a reply', () => {
  const now = 1_790_000_000_000;
  const signedIn = { 'X-Visitor-Id': 'ann', 'X-Bootstrap-Logged-In': 'true' };
  const channel = JSON.stringify({ id: 'video000001', channel: { id: 'UC1', name: 'Offstage' } });
  const library = {
    'a.mp4': sampleMp4,
    'a.json': channel,
    'b.mp4': sampleMp4,
    'b.json': '{"id":"video000002"}',
    'c.mp4': sampleMp4,
    'c.json': '{"id":"video000003"}',
  };

  async function startLibrary(place: StorePlace, clock: { now: number }) {
    const mediaDir = tempDirectory(library);
    return startTestServer({ ...place.options, mediaDir }, () => clock.now);
  }

  async function replyTo(server: TestServer, headers: Record<string, string> = signedIn) {
    const reply = await rawRequest(server.embed, '/youtubei/v1/player', {
      method: 'POST',
      headers,
      body: JSON.stringify({ context, videoId: 'video000001' }),
    });
    return z.parse(playerResponseSchema, parseApiReply(reply.body, 'player'));
  }

  async function send(server: TestServer, command: unknown) {
    const { fields, apiUrl, clickTrackingParams } = z.parse(commandSchema, command);
    const reply = await rawRequest(server.embed, apiUrl ?? '', {
      method: 'POST',
      headers: signedIn,
      body: JSON.stringify({
        context: { ...context, clickTracking: { clickTrackingParams } },
        ...fields,
      }),
    });
    return parseApiReply(reply.body, apiUrl ?? '');
  }

  test('are accepted by the server unchanged, and counted by their control [spec-7.20]', async () => {
    const place = await storePlace();
    const server = await startLibrary(place, { now });
    const { commands } = await replyTo(server);
    const sent = Object.entries(commands as Record<string, unknown>);
    expect(sent.map(([control]) => control).toSorted()).toEqual(
      [
        'addToWatchLater',
        'bellOff',
        'bellOn',
        'removeFromWatchLater',
        'reportProblem',
        'share',
        'subscribe',
        'unsubscribe',
      ].toSorted(),
    );
    for (const [control, command] of sent)
      expect(await send(server, command), control).not.toHaveProperty('error');
    expect(await send(server, (commands as Record<string, unknown>).subscribe)).toMatchObject({
      channelIds: ['UC1'],
    });
    expect(await rowsOf(place, 'subscriptions')).toMatchObject([
      { silo_name: 'player', params: 'UC1' },
    ]);
    const metrics = await (await fetch(`${server.embed}/metrics`)).text();
    expect(metrics).toContain('offstage_player_commands_total{control="subscribe"} 2');
    expect(metrics).toContain('offstage_player_commands_total{control="share"} 1');
  });

  test('click tracking of an unknown control adds no series', async () => {
    const server = await startLibrary(await storePlace(), { now });
    const command = {
      fields: { channelIds: ['UC1'] },
      apiUrl: '/youtubei/v1/subscription/subscribe',
    };
    await send(server, { ...command, clickTrackingParams: 'evil' });
    await send(server, { ...command, clickTrackingParams: 'constructor' });
    expect(await (await fetch(`${server.embed}/metrics`)).text()).not.toMatch(
      /control="(evil|constructor)"/,
    );
  });

  test('a viewer who is not signed in gets no commands that need a signed-in viewer', async () => {
    const server = await startLibrary(await storePlace(), { now });
    const { commands } = await replyTo(server, { 'X-Visitor-Id': 'ann' });
    expect(Object.keys(commands as object).toSorted()).toEqual(['reportProblem', 'share']);
  });

  test('a dismissed suggestion disappears for that viewer only, and returns when they undo it [spec-7.7]', async () => {
    const place = await storePlace();
    const server = await startLibrary(place, { now });
    const suggested = async (headers?: Record<string, string>) =>
      z.parse(relatedSchema, (await replyTo(server, headers)).related);
    const unwanted = (await suggested()).find(({ videoId }) => videoId === 'video000002');
    const { feedbackResponses } = await send(server, unwanted?.notInterested);
    expect(feedbackResponses).toMatchObject([{ isProcessed: true }]);
    expect((await suggested()).map(({ videoId }) => videoId)).toEqual(['video000003']);
    expect(await suggested({ 'X-Visitor-Id': 'bob' })).toHaveLength(2);
    expect(await rowsOf(place, 'feedback')).toMatchObject([
      { token: 'not_interested.video000002' },
    ]);
    const undo = { feedbackTokens: [feedbackResponses[0].undoToken] };
    expect((await call(server, 'feedback', undo)).json.feedbackResponses).toEqual([
      { isProcessed: true },
    ]);
    expect(await suggested()).toHaveLength(2);
    expect(await rowsOf(place, 'feedback')).toEqual([]);
  });

  test('the operator can read a problem report with its playback, and viewers cannot', async () => {
    const server = await startLibrary(await storePlace(), { now });
    const { commands } = await replyTo(server);
    const { reportProblem } = commands as Record<string, { fields: object }>;
    const fields = { ...reportProblem?.fields, feedbackContext: { cpn: 'cpn1' } };
    expect((await call(server, 'feedback', fields)).json.feedbackResponses).toEqual([
      { isProcessed: true },
    ]);
    const again = await call(server, 'feedback', fields);
    expect(again.json.feedbackResponses).toEqual([{ isProcessed: false, reason: 'GIVEN_BEFORE' }]);
    expect(await readNdjson(`${server.embed}/telemetry/feedback`)).toEqual([
      {
        row: expect.any(Number),
        receivedMs: now,
        token: 'problem.video000001',
        isUnencrypted: false,
        cpn: 'cpn1',
      },
    ]);
  });

  test('forged and expired tokens are ignored, and the others still work', async () => {
    const place = await storePlace();
    const clock = { now };
    const server = await startLibrary(place, clock);
    const { commands } = await replyTo(server);
    const { fields } =
      (commands as Record<string, { fields: { feedbackTokens: string[] } }>).reportProblem ?? {};
    const [token = ''] = fields?.feedbackTokens ?? [];
    const foreign = [
      'x',
      '',
      token.slice(0, -1),
      `${token}.x`,
      token.replace('problem', 'not_interested'),
      token.replace('video000001', 'video000002'),
      token.replace(/\d{10}/, '9999999999'),
    ].filter((text) => text !== '');
    const reply = await call(server, 'feedback', { feedbackTokens: [...foreign, token] });
    expect(reply.json.feedbackResponses).toEqual([
      ...foreign.map(() => ({ isProcessed: false, reason: 'UNKNOWN_TOKEN' })),
      { isProcessed: true },
    ]);
    expect(await rowsOf(place, 'feedback')).toMatchObject([{ token: 'problem.video000001' }]);
    clock.now += 9 * 86_400_000;
    const late = await call(server, 'feedback', { feedbackTokens: [token] });
    expect(late.json.feedbackResponses).toEqual([{ isProcessed: false, reason: 'EXPIRED_TOKEN' }]);
  });
});

test('the last notification preference counts [spec-7.8, spec-7.41]', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await call(server, 'modifyNotificationPreference', { params: 'p', secondaryParams: 'all' });
  const reply = await call(server, 'modifyNotificationPreference', { params: 'p' });
  expect(reply.json).toMatchObject({ params: 'p', secondaryParams: '' });
  expect(await rowsOf(place, 'notification_preferences')).toMatchObject([
    { params: 'p', secondary_params: '' },
  ]);
});

test('a viewer’s edits of a playlist add up, and other viewers see it unchanged [spec-7.9, spec-7.43]', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir });
  const playlistId = 'PLoffstageplaylist';
  const remove = [{ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage001' }];
  const add = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage004' }];
  await call(server, 'editPlaylist', { playlistId, actions: remove }, { viewer: 'ann' });
  const edited = await call(
    server,
    'editPlaylist',
    { playlistId, actions: add },
    { viewer: 'ann' },
  );
  expect(edited.json.videoIds).toEqual(['offstage002', 'offstage003', 'offstage004']);
  const other = await call(server, 'editPlaylist', { playlistId, actions: add }, { viewer: 'bob' });
  expect(other.json.videoIds).toEqual(['offstage001', 'offstage002', 'offstage003', 'offstage004']);
  const listed = await fetch(`${server.embed}/youtubei/v1/playlist/${playlistId}`);
  expect(parseApiReply(await listed.text(), 'playlist').videoIds).toEqual([
    'offstage001',
    'offstage002',
    'offstage003',
  ]);
  const missing = await call(server, 'editPlaylist', { playlistId: 'PLnone', actions: add });
  expect(missing).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
});

test.each(['getSharePanel', 'getWebPlayerSharePanel'] as const)(
  '%s returns working links and the embed code [spec-7.10, spec-7.44, spec-7.45, spec-7.47]',
  async (command) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    const entity = 'v=offstage001&list=PLoffstageplaylist';
    const alone = await call(server, command, { serializedSharedEntity: entity });
    expect(alone.json.url).toBe(`${server.embed}/watch/offstage001`);
    const { json } = await call(server, command, {
      serializedSharedEntity: entity,
      includeListId: true,
    });
    expect(json.embedUrl).toBe(`${server.embed}/embed/offstage001?list=PLoffstageplaylist`);
    expect(json.embedCode).toMatch(
      /^<iframe width="640" height="\d+" src="http:[^"]+" .*><\/iframe>$/,
    );
    expect(z.safeParse(apiCallSchemas[command].reply, json).success).toBe(true);
    for (const link of [json.url, json.embedUrl]) expect((await fetch(link)).status).toBe(200);
  },
);

test.each(['v=offstage999', 'v=', 'x', 'v=..%2F..&list=%22%3E'])(
  'the shared entity %j is refused',
  async (serializedSharedEntity) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    expect((await call(server, 'getSharePanel', { serializedSharedEntity })).status).toBe(404);
  },
);

describe('datasync ids', () => {
  const ask = async (server: TestServer, headers: Record<string, string>) =>
    parseApiReply(
      (await rawRequest(server.embed, '/getDatasyncIdsEndpoint', { headers })).body,
      '/getDatasyncIdsEndpoint',
    ).datasyncIds;
  const signedIn = (viewer: string) => ({
    'X-Visitor-Id': viewer,
    'X-Bootstrap-Logged-In': 'true',
  });

  test('are stable and do not reveal the viewer’s name', async () => {
    const server = await startTestServer();
    const ids = await ask(server, signedIn('ann'));
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await ask(server, signedIn('ann'))).toEqual(ids);
    expect(await ask(server, signedIn('bob'))).not.toEqual(ids);
  });

  test('are only given to signed-in viewers, not to a visitor with only a name [spec-7.11]', async () => {
    const server = await startTestServer();
    expect(await ask(server, {})).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann' })).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann', 'X-Bootstrap-Logged-In': 'false' })).toEqual(
      [],
    );
    expect(await ask(server, { 'X-Bootstrap-Logged-In': 'true' })).toEqual([]);
  });
});

test('replies carry tokens and configurations; the client’s current configuration only as a hash [spec-7.19, spec-7.57, spec-7.58]', async () => {
  const server = await startTestServer();
  const { responseContext } = (await call(server, 'subscribe', { channelIds: ['UC1'] })).json;
  expect(responseContext).toMatchObject({
    consistencyTokenJar: {
      encryptedTokenJarContents: expect.any(String),
      expirationSeconds: 3_600,
    },
    locationPlayabilityToken: expect.any(String),
    globalConfig: {
      cold: { config: { brand: 'Testube' } },
      hot: { config: { isTelemetryOn: true } },
    },
  });
  const request = {
    consistencyTokenJars: [responseContext.consistencyTokenJar],
    locationPlayabilityToken: responseContext.locationPlayabilityToken,
    globalConfigHashes: { cold: responseContext.globalConfig.cold.hashData, hot: 'other' },
  };
  const next = (await call(server, 'subscribe', { channelIds: ['UC2'] }, { request })).json
    .responseContext;
  expect(next.globalConfig.cold).toEqual({ hashData: request.globalConfigHashes.cold });
  expect(next.globalConfig.hot).toHaveProperty('config');
  expect(next).not.toHaveProperty('locationPlayabilityToken');
  expect(next.consistencyTokenJar).not.toEqual(responseContext.consistencyTokenJar);
  const player = await rawRequest(server.embed, '/youtubei/v1/player', {
    method: 'POST',
    body: gzipSync(JSON.stringify({ context, videoId: 'offstage001' })),
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect(parseApiReply(player.body, 'player')).toMatchObject({
    responseContext: { globalConfig: { cold: {} } },
  });
});

test('each API reply has the XSSI prefix, so that no page can run it as a script [spec-7.18]', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir });
  const body = JSON.stringify({ context, videoId: 'offstage001', channelIds: ['UC1'] });
  const paths = {
    '/youtubei/v1/player': 'POST',
    '/youtubei/v1/playlist/PLoffstageplaylist': 'GET',
    '/youtubei/v1/playlist/PLoffstageplaylist?entries=1': 'GET',
    '/getDatasyncIdsEndpoint': 'GET',
    '/visitor_id': 'GET',
  };
  for (const [path, method] of Object.entries(paths)) {
    const reply = await rawRequest(server.embed, path, {
      method,
      ...(method === 'POST' && { body }),
    });
    expect(reply.body).toMatch(/^\)\]\}'\n\{/);
    expect(() => JSON.parse(reply.body)).toThrow();
    expect(parseApiReply(reply.body, path)).not.toHaveProperty('error');
  }
  const { body: text } = await call(server, 'subscribe', { channelIds: ['UC1'] });
  expect(text.startsWith(")]}'\n{")).toBe(true);
});

test.each([
  ['junk', 'BAD_JSON'],
  ['null', 'BAD_REQUEST'],
  ['{}', 'BAD_REQUEST'],
  [JSON.stringify({ channelIds: ['UC1'] }), 'BAD_REQUEST'],
  [JSON.stringify({ context }), 'BAD_REQUEST'],
  [JSON.stringify({ context, channelIds: ['UC1'], more: 1 }), 'BAD_REQUEST'],
  [JSON.stringify({ context, channelIds: [{ $ne: 1 }] }), 'BAD_REQUEST'],
  [JSON.stringify({ context: { ...context, request: [] }, channelIds: ['UC1'] }), 'BAD_REQUEST'],
])('the body %j is refused', async (body, code) => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, '/youtubei/v1/subscription/subscribe', {
    method: 'POST',
    body,
  });
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error.code).toBe(code);
  expect(server.errors).toEqual([]);
});

test('a body that is too large, a compression bomb, an unknown encoding and an invalid name are refused', async () => {
  const server = await startTestServer();
  const path = '/youtubei/v1/feedback';
  const post = async (body: Uint8Array | string, headers: Record<string, string> = {}) =>
    (await rawRequest(server.embed, path, { method: 'POST', body, headers })).status;
  expect(await post('x'.repeat(1_000_001))).toBe(413);
  expect(await post(gzipSync('x'.repeat(4_000_001)))).toBe(413);
  expect(await post('{}', { 'Content-Encoding': 'br' })).toBe(415);
  const feedback = JSON.stringify({ context, feedbackTokens: ['t'] });
  expect(await post(feedback, { 'X-Visitor-Id': 'x'.repeat(201) })).toBe(400);
  expect(await post(feedback)).toBe(400);
  expect(await post(feedback, { 'X-Visitor-Id': 'x'.repeat(200) })).toBe(200);
});
