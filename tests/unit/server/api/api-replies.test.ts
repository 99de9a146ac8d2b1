import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parseApiReply } from '../support/api-reply.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { callApi } from './call-api.ts';

test('replies carry tokens and configurations; the client’s current configuration only as a hash [spec-7.19, spec-7.57, spec-7.58]', async () => {
  const server = await startTestServer();
  const { responseContext } = (await callApi(server, 'subscribe', { channelIds: ['UC1'] })).json;
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
  const next = (await callApi(server, 'subscribe', { channelIds: ['UC2'] }, { request })).json
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
  const { body: text } = await callApi(server, 'subscribe', { channelIds: ['UC1'] });
  expect(text.startsWith(")]}'\n{")).toBe(true);
});
