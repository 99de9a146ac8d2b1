import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { ApiCommand } from '../../../shared/api-calls.ts';
import { apiCalls } from '../../../shared/api-calls.ts';
import { bundledMediaDir } from './support/media-samples.ts';
import { rawRequest } from './support/raw-request.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { type StorePlace, storePlace } from './support/store-place.ts';

const context = {
  client: { clientName: 'TEST', clientVersion: '1', hl: 'en' },
  user: { enableSafetyMode: false, lockedSafetyMode: false },
  request: {},
  adSignalsInfo: { params: [] },
  clickTracking: {},
};

interface CallOptions {
  viewer?: string;
  query?: string;
  request?: object;
}

async function call(
  server: TestServer,
  command: ApiCommand,
  fields: object,
  { viewer = 'ann', query = '', request = {} }: CallOptions = {},
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${apiCalls[command].path}?alt=json${query}`, {
    method: 'POST',
    headers: { 'X-Visitor-Id': viewer },
    body: JSON.stringify({ context: { ...context, request }, ...fields }),
  });
  return { ...reply, json: JSON.parse(reply.body.replace(/^\)\]\}'/, '')) };
}

const rowsOf = (place: StorePlace, table: string) => place.sql(`SELECT * FROM ${table} ORDER BY 1`);

test('subscriptions are each viewer’s own, and outlive the server [spec-7.6]', async () => {
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
  expect(v.parse(apiCalls.subscribe.reply, reply.json)).toEqual({ channelIds: ['UC4', 'UC2'] });
  expect(await rowsOf(place, 'subscriptions')).toMatchObject([
    { viewer: 'ann', channel_id: 'UC2' },
    { viewer: 'bob', channel_id: 'UC3' },
    { viewer: 'ann', channel_id: 'UC4', silo_name: 'player', params: 'p' },
  ]);
});

test('feedback is kept with its playback; merged, a token counts once [spec-7.7]', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const fields = {
    feedbackTokens: ['a', 'b'],
    feedbackContext: { cpn: 'cpn1' },
    isFeedbackTokenUnencrypted: true,
  };
  const reply = await call(server, 'feedback', fields);
  expect(reply.json.feedbackResponses).toEqual([{ isProcessed: true }, { isProcessed: true }]);
  await call(server, 'feedback', { feedbackTokens: ['a'], shouldMerge: true });
  expect(await rowsOf(place, 'feedback')).toMatchObject([
    { viewer: 'ann', token: 'b', cpn: 'cpn1', is_unencrypted: 1 },
    { viewer: 'ann', token: 'a', cpn: null, is_unencrypted: 0 },
  ]);
});

test('of a notification preference the last word counts [spec-7.8]', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await call(server, 'modifyNotificationPreference', { params: 'p', secondaryParams: 'all' });
  const reply = await call(server, 'modifyNotificationPreference', { params: 'p' });
  expect(reply.json).toMatchObject({ params: 'p', secondaryParams: '' });
  expect(await rowsOf(place, 'notification_preferences')).toMatchObject([
    { params: 'p', secondary_params: '' },
  ]);
});

test('a viewer’s edits add up, and the playlist stays as it is for all others [spec-7.9]', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir });
  const playlistId = 'PLoffstageplaylist';
  const remove = [{ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage001' }];
  const add = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage004' }];
  await call(server, 'editPlaylist', { playlistId, actions: remove }, { viewer: 'ann' });
  const edited = await call(server, 'editPlaylist', { playlistId, actions: add }, { viewer: 'ann' });
  expect(edited.json.videoIds).toEqual(['offstage002', 'offstage003', 'offstage004']);
  const other = await call(server, 'editPlaylist', { playlistId, actions: add }, { viewer: 'bob' });
  expect(other.json.videoIds).toEqual(['offstage001', 'offstage002', 'offstage003', 'offstage004']);
  const listed = await fetch(`${server.embed}/youtubei/v1/playlist/${playlistId}`);
  expect((await listed.json()).videoIds).toEqual(['offstage001', 'offstage002', 'offstage003']);
  const missing = await call(server, 'editPlaylist', { playlistId: 'PLnone', actions: add });
  expect(missing).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
});

test.each(['getSharePanel', 'getWebPlayerSharePanel'] as const)(
  '%s gives real links and the code that embeds [spec-7.10]',
  async (command) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    const entity = 'v=offstage001&list=PLoffstageplaylist';
    const alone = await call(server, command, { serializedSharedEntity: entity });
    expect(alone.json.url).toBe(`${server.embed}/watch/offstage001`);
    const { json } = await call(server, command, { serializedSharedEntity: entity, includeListId: true });
    expect(json.embedUrl).toBe(`${server.embed}/embed/offstage001?list=PLoffstageplaylist`);
    expect(json.embedCode).toMatch(/^<iframe width="640" height="\d+" src="http:[^"]+" .*><\/iframe>$/);
    expect(v.safeParse(apiCalls[command].reply, json).success).toBe(true);
    for (const link of [json.url, json.embedUrl]) expect((await fetch(link)).status).toBe(200);
  },
);

test.each(['v=offstage999', 'v=', 'x', 'v=..%2F..&list=%22%3E'])(
  'the shared entity %j names nothing',
  async (serializedSharedEntity) => {
    const server = await startTestServer({ mediaDir: bundledMediaDir });
    expect((await call(server, 'getSharePanel', { serializedSharedEntity })).status).toBe(404);
  },
);

describe('datasync ids', () => {
  const ask = async (server: TestServer, headers: Record<string, string>) =>
    JSON.parse((await rawRequest(server.embed, '/getDatasyncIdsEndpoint', { headers })).body).datasyncIds;
  const signedIn = (viewer: string) => ({ 'X-Visitor-Id': viewer, 'X-Bootstrap-Logged-In': 'true' });

  test('are stable, and tell nothing of the viewer’s name', async () => {
    const server = await startTestServer();
    const ids = await ask(server, signedIn('ann'));
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(await ask(server, signedIn('ann'))).toEqual(ids);
    expect(await ask(server, signedIn('bob'))).not.toEqual(ids);
  });

  test('are of those who are signed in: a visitor who has only a name has none [spec-7.11]', async () => {
    const server = await startTestServer();
    expect(await ask(server, {})).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann' })).toEqual([]);
    expect(await ask(server, { 'X-Visitor-Id': 'ann', 'X-Bootstrap-Logged-In': 'false' })).toEqual([]);
    expect(await ask(server, { 'X-Bootstrap-Logged-In': 'true' })).toEqual([]);
  });

  test('come behind the guard where it is asked for [spec-7.18]', async () => {
    const server = await startTestServer();
    const { body } = await rawRequest(server.embed, '/getDatasyncIdsEndpoint?prettyPrint=false');
    expect(body).toMatch(/^\)\]\}'\n\{/);
  });
});

test('replies carry tokens and configurations; of what the client has only the hash [spec-7.19]', async () => {
  const server = await startTestServer();
  const { responseContext } = (await call(server, 'subscribe', { channelIds: ['UC1'] })).json;
  expect(responseContext).toMatchObject({
    consistencyTokenJar: { encryptedTokenJarContents: expect.any(String), expirationSeconds: 3_600 },
    locationPlayabilityToken: expect.any(String),
    globalConfig: { cold: { config: { brand: 'Testube' } }, hot: { config: { isTelemetryOn: true } } },
  });
  const request = {
    consistencyTokenJars: [responseContext.consistencyTokenJar],
    locationPlayabilityToken: responseContext.locationPlayabilityToken,
    globalConfigHashes: { cold: responseContext.globalConfig.cold.hashData, hot: 'other' },
  };
  const next = (await call(server, 'subscribe', { channelIds: ['UC2'] }, { request })).json.responseContext;
  expect(next.globalConfig.cold).toEqual({ hashData: request.globalConfigHashes.cold });
  expect(next.globalConfig.hot).toHaveProperty('config');
  expect(next).not.toHaveProperty('locationPlayabilityToken');
  expect(next.consistencyTokenJar).not.toEqual(responseContext.consistencyTokenJar);
  const player = await rawRequest(server.embed, '/youtubei/v1/player', {
    method: 'POST',
    body: gzipSync(JSON.stringify({ context, videoId: 'offstage001' })),
    headers: { 'Content-Encoding': 'gzip' },
  });
  expect(JSON.parse(player.body)).toMatchObject({ responseContext: { globalConfig: { cold: {} } } });
});

test('the guard stands before a reply that asks for it', async () => {
  const server = await startTestServer();
  const reply = await call(server, 'subscribe', { channelIds: ['UC1'] }, { query: '&prettyPrint=false' });
  expect(reply.body.startsWith(")]}'\n{")).toBe(true);
  expect(reply.json.channelIds).toEqual(['UC1']);
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
])('refuses the body %j', async (body, code) => {
  const server = await startTestServer();
  const reply = await rawRequest(server.embed, '/youtubei/v1/subscription/subscribe', {
    method: 'POST',
    body,
  });
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error.code).toBe(code);
  expect(server.errors).toEqual([]);
});

test('refuses what is too large, a compression bomb, an unknown encoding and a name that is none', async () => {
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
