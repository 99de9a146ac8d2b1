import { serveHostPage } from '../support/host-page.ts';
import { playerFrame } from '../support/sequences.ts';
import { expect, test } from '../support/test.ts';
import { framedPlayer, handshakeScript } from './support/frames-page.ts';

// Console messages caused by a content blocker.
test.use({ expectedNoise: /ERR_BLOCKED_BY_CLIENT/ });

test('with a content blocker, in the strictest sandbox, the video plays, no event is lost, and both are reported to the host', async ({
  page,
  server,
}) => {
  await page.route(/log_event|video_stats/, (route) => route.abort('blockedbyclient'));
  const host = await serveHostPage(
    `<iframe allow="autoplay 'none'; fullscreen 'none'; encrypted-media 'none'; picture-in-picture 'none'"
       src="${server.embedOrigin}/embed/offstage002?enablejsapi=1"></iframe>${handshakeScript}`,
  );
  await page.goto(host.url);
  const player = framedPlayer(page, 0);
  await expect.poll(() => player.values('onReady')).not.toHaveLength(0);
  await page.frameLocator('iframe').locator('#video-player').click();
  await expect.poll(async () => Number((await player.info()).currentTime)).toBeGreaterThan(0.5);
  await playerFrame(page).evaluate(() => window.offstage.flush());

  const named = async () => (await player.diagnose()).denied?.map(({ name }) => name);
  await expect.poll(named).toContain('intake');
  expect(await named()).toEqual(
    expect.arrayContaining(['autoplay', 'fullscreen', 'encrypted-media', 'picture-in-picture']),
  );
  const { services, loss } = await player.diagnose();
  expect(services).toMatchObject({ isOnline: true, sendingFailure: expect.any(String) });
  expect(loss).toMatchObject({ delivered: 0, queued: loss.created });
  expect(Object.values(loss.dropped).every((count) => count === 0)).toBe(true);

  // The viewer allows the page.
  await page.unrouteAll({ behavior: 'wait' });
  await expect
    .poll(async () => {
      await playerFrame(page).evaluate(() => window.offstage.flush());
      return named();
    })
    .not.toContain('intake');
  await host.close();
});
