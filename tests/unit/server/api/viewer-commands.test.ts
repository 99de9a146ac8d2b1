import { expect, test } from 'vitest';
import * as z from 'zod';
import { apiCallSchemas } from '../../../../shared/wire/api-schemas.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';
import { callApi, rowsOf } from './call-api.ts';

test('each viewer has their own subscriptions, which survive a restart [spec-7.6, spec-7.34, spec-7.35, spec-7.36, spec-7.37]', async () => {
  const place = await storePlace();
  const first = await startTestServer(place.options);
  await callApi(first, 'subscribe', { channelIds: ['UC1', 'UC2', 'UC1'] }, { viewer: 'ann' });
  await callApi(first, 'subscribe', { channelIds: ['UC3'] }, { viewer: 'bob' });
  await callApi(first, 'unsubscribe', { channelIds: ['UC1', 'UC9'] }, { viewer: 'ann' });
  await first.stop(0);
  const second = await startTestServer(place.options);
  const fields = { channelIds: ['UC4'], siloName: 'player', params: 'p' };
  const reply = await callApi(second, 'subscribe', fields, { viewer: 'ann' });
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
  const reply = await callApi(server, 'feedback', fields);
  expect(reply.json.feedbackResponses).toEqual([{ isProcessed: true }, { isProcessed: true }]);
  const again = { feedbackTokens: ['a'], isFeedbackTokenUnencrypted: true, shouldMerge: true };
  const merged = await callApi(server, 'feedback', again);
  expect(merged.json.feedbackResponses).toEqual([{ isProcessed: false, reason: 'GIVEN_BEFORE' }]);
  expect(await rowsOf(place, 'feedback')).toMatchObject([
    { viewer: 'ann', token: 'b', cpn: 'cpn1', is_unencrypted: 1 },
    { viewer: 'ann', token: 'a', cpn: null, is_unencrypted: 1 },
  ]);
});

test('the last notification preference counts [spec-7.8, spec-7.41]', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await callApi(server, 'modifyNotificationPreference', { params: 'p', secondaryParams: 'all' });
  const reply = await callApi(server, 'modifyNotificationPreference', { params: 'p' });
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
  await callApi(server, 'editPlaylist', { playlistId, actions: remove }, { viewer: 'ann' });
  const edited = await callApi(
    server,
    'editPlaylist',
    { playlistId, actions: add },
    { viewer: 'ann' },
  );
  expect(edited.json.videoIds).toEqual(['offstage002', 'offstage003', 'offstage004']);
  const other = await callApi(
    server,
    'editPlaylist',
    { playlistId, actions: add },
    { viewer: 'bob' },
  );
  expect(other.json.videoIds).toEqual(['offstage001', 'offstage002', 'offstage003', 'offstage004']);
  const listed = await fetch(`${server.embed}/youtubei/v1/playlist/${playlistId}`);
  expect(parseApiReply(await listed.text(), 'playlist').videoIds).toEqual([
    'offstage001',
    'offstage002',
    'offstage003',
  ]);
  const missing = await callApi(server, 'editPlaylist', { playlistId: 'PLnone', actions: add });
  expect(missing).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
});
