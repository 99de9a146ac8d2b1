import { expect, test } from 'vitest';
import { bundledMediaDir } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';
import { addAction, callAsViewer, viewerTables } from './call-as-viewer.ts';

test.each([
  ['subscribe', { channelIds: ['UC1'] }],
  ['unsubscribe', { channelIds: ['UC1'] }],
  ['feedback', { feedbackTokens: ['t'], isFeedbackTokenUnencrypted: true }],
  ['modifyNotificationPreference', { params: 'p' }],
  ['editPlaylist', { playlistId: 'WL', actions: [addAction] }],
] as const)(
  '%s without a visitor id is refused with a code, and stores nothing [attack-M6]',
  async (command, fields) => {
    const place = await storePlace();
    const server = await startTestServer(place.options);
    for (const headers of [{}, { 'X-Bootstrap-Logged-In': 'true' }] as Record<string, string>[]) {
      const { status, json } = await callAsViewer(server, command, fields, headers);
      expect(status).toBe(400);
      expect(json.error).toEqual({
        code: 'NO_VISITOR_ID',
        message:
          'This call reads or changes a viewer’s data and needs X-Visitor-Id; send it with the viewer’s consent.',
      });
    }
    expect(
      (await callAsViewer(server, command, fields, { 'X-Visitor-Id': '' })).json.error.code,
    ).toBe('BAD_VISITOR_ID');
    for (const table of viewerTables) expect(await place.sql(`SELECT * FROM ${table}`)).toEqual([]);
  },
);

test('share panels, datasync ids and the player’s own calls need no visitor id', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir });
  expect(
    (await callAsViewer(server, 'getSharePanel', { serializedSharedEntity: 'v=offstage001' }))
      .status,
  ).toBe(200);
  expect((await rawRequest(server.embed, '/getDatasyncIdsEndpoint')).status).toBe(200);
  const body = JSON.stringify({ context, videoId: 'offstage001' });
  expect(
    (await rawRequest(server.embed, '/youtubei/v1/player', { method: 'POST', body })).status,
  ).toBe(200);
});
