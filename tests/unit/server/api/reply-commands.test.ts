import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { playerResponseSchema } from '../../../../shared/player/player-response.ts';
import { commandSchema, relatedSchema } from '../../../../shared/player/video-extras-schemas.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { readNdjson } from '../support/ndjson.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { type StorePlace, storePlace } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { callApi, rowsOf } from './call-api.ts';

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
    expect((await callApi(server, 'feedback', undo)).json.feedbackResponses).toEqual([
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
    expect((await callApi(server, 'feedback', fields)).json.feedbackResponses).toEqual([
      { isProcessed: true },
    ]);
    const again = await callApi(server, 'feedback', fields);
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
    const reply = await callApi(server, 'feedback', { feedbackTokens: [...foreign, token] });
    expect(reply.json.feedbackResponses).toEqual([
      ...foreign.map(() => ({ isProcessed: false, reason: 'UNKNOWN_TOKEN' })),
      { isProcessed: true },
    ]);
    expect(await rowsOf(place, 'feedback')).toMatchObject([{ token: 'problem.video000001' }]);
    clock.now += 9 * 86_400_000;
    const late = await callApi(server, 'feedback', { feedbackTokens: [token] });
    expect(late.json.feedbackResponses).toEqual([{ isProcessed: false, reason: 'EXPIRED_TOKEN' }]);
  });
});
