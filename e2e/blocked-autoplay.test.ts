import { playerLimits } from '../shared/limits/player-limits.ts';
import { holdTimers } from './support/hold-timers.ts';
import { storedEvents } from './support/intake.ts';
import { ownBrowser, withArguments } from './support/own-browser.ts';
import { ofName } from './support/sequences.ts';
import { expect, test } from './support/test.ts';

test.use(ownBrowser(withArguments('--autoplay-policy=document-user-activation-required')));

test('a playback that the browser blocked, and that the viewer left at once, is counted by dashboard, overview and CSV', async ({
  page,
  context,
  server,
}) => {
  const answer = (path: string) => fetch(`${server.embedOrigin}/telemetry/${path}`);
  // Evaluate nothing in the player's page before it is blocked: that would count as a gesture.
  const statistics = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/start-page-stats-'),
  );
  // Nothing waits for a first frame any more, which would take that long to give up.
  await holdTimers(page, playerLimits.firstFrameMs);
  await page.goto(`${server.embedOrigin}/embed/offstage002?autoplay=1`);
  await statistics;
  await page.goto('about:blank');
  await expect
    .poll(async () => ofName(await storedEvents(server), 'autoplay_blocked'))
    .toHaveLength(1);

  const overview = async () => (await answer('qoe')).json();
  await expect.poll(async () => (await overview()).autoplaysBlocked).toBe(1);
  expect(await overview()).toMatchObject({
    playbacks: 1,
    played: 0,
    summaries: 1,
    exitsBeforeStart: 0,
    failures: { beforeStart: 0, midStream: 0 },
  });
  const [line] = (await (await answer('playbacks.ndjson')).text()).trim().split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    videoId: 'offstage002',
    hasPlayed: false,
    hasSummary: true,
    end: 'left',
    isAutoplayBlocked: true,
  });
  const dashboard = await context.newPage();
  await dashboard.goto(`${server.demoOrigin}/telemetry/`);
  const tile = dashboard.locator('.tile', { has: dashboard.getByText('Autoplay blocked') });
  await expect(tile.locator('strong')).toHaveText(/^1\b/);
});
