import { text } from 'node:stream/consumers';
import { openHost } from './support/host.ts';
import { type PanelEntry, parseTrace } from './support/parse-trace.ts';
import { reportedErrors } from './support/telemetry.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedNoise: /9lives/ });

test('the operator downloads a session as a trace, in which DevTools finds commands, page, player, services and network on one time line [feature-session-trace]', async ({
  page,
  server,
}) => {
  const host = await openHost(page, server);
  await host.click('Play');
  await host.untilPlayed(1);
  await host.click('Pause');
  await host.untilState(2);
  // An error in the player's page.
  const [, frame] = page.frames();
  await frame?.evaluate(() => void setTimeout(() => window.offstage.log('9lives', {})));
  await expect.poll(async () => (await reportedErrors(server)).length).toBe(1);

  // Leaving sends the summary.
  await page.goto(`${server.demoOrigin}/telemetry/`);
  const download = page.waitForEvent('download');
  const playback = page.getByRole('row').filter({ hasText: 'played' });
  await playback.getByRole('link', { name: 'Trace' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^offstage-trace-[\w-]+\.json$/);
  const json = await text(await file.createReadStream());
  expect(JSON.parse(json).metadata).toMatchObject({
    host: server.demoOrigin,
    events: { missing: 0 },
    continuesFrom: null,
    impossibleTimes: 0,
  });

  const entries = await parseTrace(json);
  const all = (track: string, name: RegExp) => {
    const found = entries.filter((entry) => entry.track.startsWith(track) && name.test(entry.name));
    expect(found, `${name} on ${track}`).not.toHaveLength(0);
    return found;
  };
  /** The first of them. */
  const find = (track: string, name: RegExp) => all(track, name)[0] as PanelEntry;
  const played = find('Host commands', /^host_command: playVideo$/);
  const paused = find('Host commands', /^host_command: pauseVideo$/);
  // A player that waits for media in between plays more than once.
  const playing = all('Player', /^playing$/);
  const beganMs = Math.min(...playing.map(({ startMs }) => startMs));
  const endedMs = Math.max(...playing.map(({ startMs, durationMs }) => startMs + durationMs));
  const startup = find('Timed actions', /^startup$/);
  const wait = find('Timed actions', /^first_frame$/);
  find('Page', /^script$/);
  find('Services', /^services_ready$/);
  find('Network', /^\d+ events$/);
  // The session began with the opening of the page, and the player obeyed each command.
  expect(startup.startMs).toBe(0);
  expect(beganMs).toBeGreaterThanOrEqual(played.startMs);
  expect(beganMs).toBeLessThan(paused.startMs);
  expect(endedMs).toBeGreaterThanOrEqual(paused.startMs);
  // Moments of timed actions and times of events agree, though they have other clocks.
  expect(wait.startMs).toBeGreaterThan(played.startMs - 50);
  expect(wait.startMs).toBeLessThan(beganMs);
  expect(find('Page', /9lives/).properties?.stack).toMatch(/src\/services\/log-call\.ts:\d+:\d+/);

  // The same session, from the error that it reported.
  await page.locator('summary', { hasText: '9lives' }).click();
  const again = page.waitForEvent('download');
  await page.locator('details').getByRole('link', { name: 'Trace' }).click();
  const { metadata } = JSON.parse(await text(await (await again).createReadStream()));
  expect(metadata.sid).toBe(JSON.parse(json).metadata.sid);
});
