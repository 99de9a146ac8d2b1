import { disableFeaturesButPartitions } from './support/disabled-features.ts';
import { serveHostPage } from './support/host-page.ts';
import { ownBrowser, withArguments } from './support/own-browser.ts';
import { pendingTimers, watchPendingTimers } from './support/pending-timers.ts';
import { expect, test } from './support/test.ts';
import { wakeUpsOf } from './support/wake-ups.ts';

const embedCount = 10;
const windowMs = 10_000;
/**
 * Later timers in each worker are the renewal of the visitor id (§9, 30 min) and the daily
 * clean-up. Sooner, only one of all looks for events of former documents, at most once a minute, if
 * others had stored events.
 */
const soonMs = 90_000;

test.use(ownBrowser(withArguments(disableFeaturesButPartitions)));

test('ten embeds at rest, not played or paused, wake neither page nor workers, and share their requests to the server [feature-light-page]', async ({
  page,
  context,
  server,
}) => {
  const browser = context.browser();
  if (browser === null) throw new Error('No browser.');
  const asked: string[] = [];
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  await watchPendingTimers(page, /\/services-worker-[^/]*\.js$/);
  const played = (index: number) => index % 2 === 1;
  const frames = Array.from({ length: embedCount }, (_, index) => {
    const query = played(index) ? 'consent=granted&autoplay=1&mute=1' : 'consent=granted';
    return `<iframe allow="autoplay" src="${server.embedOrigin}/embed/offstage002?${query}"></iframe>`;
  });
  const host = await serveHostPage(frames.join(''));
  await page.goto(host.url);
  const embeds = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(embeds).toHaveLength(embedCount);
  for (const [index, embed] of embeds.entries()) {
    if (!played(index)) continue;
    await expect
      .poll(() => embed.evaluate(() => document.querySelector('video')?.currentTime))
      .toBeGreaterThan(0);
    await embed.evaluate(() => document.querySelector('video')?.pause());
  }
  await expect.poll(() => page.workers().length).toBe(embedCount);

  // All events are delivered, and no timer is due soon.
  await expect
    .poll(
      async () => {
        for (const embed of embeds) await embed.evaluate(() => window.offstage.flush());
        return Promise.all(embeds.map(pendingTimers));
      },
      { timeout: 60_000 },
    )
    .toEqual(embeds.map(() => []));
  await expect
    .poll(
      async () => {
        const pending = await Promise.all(page.workers().map(pendingTimers));
        const soon = pending.flat().filter((ms) => ms < soonMs);
        return {
          late: pending.map((all) => all.filter((ms) => ms >= soonMs).length),
          isOneAtMost: soon.length <= 1,
          near: soon.filter((ms) => ms < 2 * windowMs),
        };
      },
      { timeout: 120_000 },
    )
    .toEqual({ late: embeds.map(() => 2), isOneAtMost: true, near: [] });
  for (const embed of embeds) expect(await pendingTimers(embed)).toEqual([]);

  expect(await wakeUpsOf(browser, windowMs)).toEqual({ mainThread: [], dedicatedWorker: [] });
  // Check that the measurement records anything.
  const wakeAll = () => embeds[0]?.evaluate(() => window.offstage.flush()) ?? Promise.reject();
  const woken = await wakeUpsOf(browser, 0, wakeAll);
  expect(woken.mainThread).toContainEqual(expect.stringMatching(/^FunctionCall .*\/assets\//));
  expect(woken.dedicatedWorker).toContainEqual(
    expect.stringMatching(/^FunctionCall .*\/services-worker-/),
  );

  expect(asked.filter((path) => path === '/visitor_id')).toHaveLength(1);
  expect(asked.filter((path) => path === '/generate_204')).toHaveLength(0);
  await host.close();
});
