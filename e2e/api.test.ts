import type { Page, Request } from '@playwright/test';
import { bodyOf } from './support/body-of.ts';
import { test } from './support/shared-context.ts';
import { expect } from './support/test.ts';

const video = 'offstage002';
const playlistId = 'PLoffstageplaylist';

/** Requests that the page's services send to an API path from now on. */
function callsTo(page: Page, path: string): Request[] {
  const calls: Request[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request);
  });
  return calls;
}

for (const runtime of ['worker', 'main'] as const) {
  test(`the page returns values from API replies with its next call, also after a reload (runtime=${runtime}) [spec-7.19]`, async ({
    page,
    server,
  }) => {
    const subscribed = callsTo(page, '/youtubei/v1/subscription/subscribe');
    const edited = callsTo(page, '/youtubei/v1/browse/edit_playlist');
    await page.goto(`${server.embedOrigin}/embed/${video}?runtime=${runtime}`);
    const first = await page.evaluate(() =>
      window.offstage.api('subscribe', { channelIds: ['UCone', 'UCtwo'], siloName: 'player' }),
    );
    expect(first).toEqual({ ok: true, value: { channelIds: ['UCtwo', 'UCone'] } });
    expect(bodyOf(subscribed[0])).toMatchObject({
      channelIds: ['UCone', 'UCtwo'],
      siloName: 'player',
      context: {
        client: { clientName: 'OFFSTAGE_EMBED' },
        user: { enableSafetyMode: false, lockedSafetyMode: false },
        request: {},
      },
    });
    expect(subscribed[0]?.headers()).toMatchObject({
      'content-type': 'application/json',
      'x-client-name': 'OFFSTAGE_EMBED',
      'x-bootstrap-logged-in': 'false',
    });

    await page.reload();
    const second = await page.evaluate(
      ([playlistId = '', removedVideoId = '']) =>
        window.offstage.api(
          'editPlaylist',
          { playlistId, actions: [{ action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId }] },
          { clickTrackingParams: 'menu' },
        ),
      [playlistId, video],
    );
    expect(second).toMatchObject({ ok: true, value: { playlistId } });
    expect(second.ok && second.value.videoIds).not.toContain(video);
    expect(bodyOf(edited[0]).context).toMatchObject({
      request: {
        consistencyTokenJars: [
          { encryptedTokenJarContents: expect.any(String), expirationSeconds: 3_600 },
        ],
        locationPlayabilityToken: expect.any(String),
        globalConfigHashes: { cold: expect.any(String), hot: expect.any(String) },
      },
      clickTracking: { clickTrackingParams: 'menu' },
    });
  });
}

test('the page does not send an unknown command, nor one that leads to another site [spec-8.13]', async ({
  page,
  server,
}) => {
  const calls = callsTo(page, '/youtubei/v1/feedback');
  await page.goto(`${server.embedOrigin}/embed/${video}`);
  const answers = await page.evaluate(() =>
    Promise.all([
      window.offstage.api('feedback', { feedbackTokens: [] }),
      window.offstage.api(
        'feedback',
        { feedbackTokens: ['t'] },
        { apiUrl: '//elsewhere.example/youtubei/' },
      ),
      window.offstage.api('toString' as never, {} as never),
    ]),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'BAD_COMMAND',
        message: expect.stringContaining('Error: Failed to create Request from Command.'),
      },
    });
  expect(calls).toEqual([]);
});
