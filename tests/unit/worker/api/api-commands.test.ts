import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultApiSettings } from '../../../../worker/api/api-settings.ts';
import { endScene, notingClient, scene, startScene, subscribed } from './api-client-scene.ts';

beforeEach(startScene);
afterEach(endScene);
const manyChannels = { channelIds: Array.from({ length: 100 }, (_, index) => `UC${index}`) };

test.each([400, 415])(
  'after a %i to a compressed call it is sent again uncompressed, and so are all later ones [spec-7.5]',
  async (status) => {
    const { api, asked } = await notingClient(subscribed, [status]);
    for (let call = 0; call < 2; call += 1)
      expect(await api.callApi('subscribe', manyChannels)).toEqual({ ok: true, value: subscribed });
    expect(asked.map(({ isGzip }) => isGzip)).toEqual([true, false, false]);
    for (const { body } of asked) expect(body).toMatchObject(manyChannels);
    expect(scene.reports).toEqual([]);
  },
);

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
