import { openHost } from '../support/host.ts';
import { leaveAndReturn } from '../support/kept-page.ts';
import { ownBrowser } from '../support/own-browser.ts';
import { scriptRuns } from '../support/script-runs.ts';
import { playerFrame } from '../support/sequences.ts';
import { expect, test } from '../support/test.ts';
import { thorough } from '../support/thorough.ts';
import { wholeBrowser } from '../support/whole-browser.ts';

test.use(ownBrowser((options) => ({ ...options, ...wholeBrowser })));

test('the back/forward cache keeps a host page with an embed, and the embed continues where it was', async ({
  page,
  server,
}) => {
  // Loading scripts, or the rest of the film, would keep the page out of the cache.
  const lateScripts = [scriptRuns(page, /start-when-idle/), scriptRuns(page, /start-page-stats/)];
  const host = await openHost(page, server, '?v=offstage002&autoplay=1&mute=1');
  await host.untilPlayed(1);
  for (const haveRun of lateScripts) await haveRun();
  await expect
    .poll(() =>
      host.player
        .locator('video')
        .evaluate(
          ({ buffered, duration }: HTMLVideoElement) =>
            duration - buffered.end(buffered.length - 1),
        ),
    )
    .toBeLessThan(0.5);
  await playerFrame(page).evaluate(() => window.offstage.flush());
  await page.waitForLoadState('networkidle');
  expect(await leaveAndReturn(page)).toBe(true);
  await host.untilPlayed(1);
});

test(
  'a page in the back/forward cache has no services worker; each time it is restored, another one takes over',
  thorough,
  async ({ page, server }) => {
    const lateScriptHasRun = scriptRuns(page, /start-when-idle/);
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await lateScriptHasRun();
    const startedMs = () =>
      page.evaluate(
        () => performance.getEntriesByName('offstage:services-answered')[0]?.startTime ?? -1,
      );
    for (let time = 0; time < 2; time++) {
      await expect.poll(startedMs).toBeGreaterThan(0);
      await page.evaluate(() => window.offstage.flush());
      await page.waitForLoadState('networkidle');
      const beforeMs = await startedMs();
      const [worker] = page.workers();
      const hasEnded = new Promise((resolve) => worker?.once('close', resolve));
      expect(await leaveAndReturn(page)).toBe(true);
      await hasEnded;
      await expect.poll(startedMs).toBeGreaterThan(beforeMs);
      await page.evaluate(() => window.offstage.log('note', {}, { tier: 'fast' }));
      // The page may log its own events meanwhile.
      await expect
        .poll(() =>
          page.evaluate(async () => {
            await window.offstage.flush();
            const { created, delivered } = window.offstage.accounting();
            return created - delivered;
          }),
        )
        .toBe(0);
    }
  },
);
