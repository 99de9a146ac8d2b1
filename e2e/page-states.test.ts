import { controlsLimits } from '../shared/limits/controls-limits.ts';
import { openGate } from './support/gate.ts';
import { holdTimers } from './support/hold-timers.ts';
import { openHost } from './support/host.ts';
import { storedEvents } from './support/intake.ts';
import { scriptRuns } from './support/script-runs.ts';
import { loggedEvents, ofName, playerFrame } from './support/sequences.ts';
import { test } from './support/shared-context.ts';
import { reportedErrors } from './support/telemetry.ts';
import { test as alone, expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

test('the operator sees whether the viewer was in the player, in the host’s page or away', async ({
  page,
  server,
}) => {
  const isWatching = scriptRuns(page, /start-when-idle/);
  const host = await openHost(page, server, '?v=offstage001');
  await isWatching();
  await host.player.locator('.big-play').click();
  await host.untilState(1);
  await host.click('Pause');
  await host.untilState(2);
  const frame = playerFrame(page);
  // Headless browsers never hide a page by themselves.
  for (const visibility of ['hidden', 'visible']) {
    await frame.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  }
  const changes = async () =>
    ofName(await loggedEvents(page, server), 'visibility_change').map(({ payload }) => payload);
  await expect
    .poll(async () => (await changes()).slice(-3))
    .toEqual([
      { videoId: 'offstage001', previous: 'foregrounded', state: 'backgrounded' },
      { videoId: 'offstage001', previous: 'backgrounded', state: 'hidden' },
      { videoId: 'offstage001', previous: 'hidden', state: 'visible' },
    ]);
});

alone('a hidden page does not check its connection until it is shown', async ({ page, server }) => {
  // Counted where the services call it: Playwright's own event of an intercepted request comes
  // later, and may belong to a check that began before.
  await page.addInitScript(() => {
    const { fetch } = window;
    const count = Object.assign(window, { checks: 0 });
    window.fetch = (input, init) => {
      if (`${input}`.endsWith('/generate_204')) count.checks++;
      return fetch(input, init);
    };
  });
  const checks = () => page.evaluate(() => (window as unknown as { checks: number }).checks);
  const isOnline = () => page.evaluate(() => window.offstage.diagnose()?.services.isOnline);
  // A hotel's log-in page answers every request: offline, with a connection to check. An event that
  // the server accepted would prove that it can be reached.
  const requests = /\/(generate_204|youtubei\/|log$)/;
  const loseConnection = async () => {
    await page.route(requests, (route) => route.fulfill({ status: 200, body: 'Log in' }));
    // Again and again, because the answer to an earlier request may still arrive.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('offline')));
        return isOnline();
      })
      .toBe(false);
  };
  // The services refuse the call without a request, after they have received the state. Otherwise
  // the clock could pass the deadline of a message that they have had no time to answer, and
  // services that do not answer are replaced.
  const show = (visibility: string) =>
    page.evaluate(async (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return window.offstage.api('subscribe', {} as never);
    }, visibility);
  const checksAfter = async (ms: number) => {
    const before = await checks();
    await page.clock.runFor(ms);
    return (await checks()) - before;
  };

  await page.clock.install();
  const isWatching = scriptRuns(page, /start-when-idle/);
  await page.goto(`${server.embedOrigin}/embed/offstage001?runtime=main`);
  await expect
    .poll(() => page.evaluate(() => window.offstage.diagnose()?.services.place))
    .toBe('page');
  await loseConnection();
  await expect.poll(() => checksAfter(31_000)).toBeGreaterThan(0);
  // It loaded in the idle time that the clock has brought about.
  await isWatching();

  expect(await show('hidden')).toMatchObject({ error: { code: 'BAD_COMMAND' } });
  // Waiting events also check the connection, so none may wait. The last ones of a page at rest are
  // about its elements; their script comes in idle time too, and may come late.
  await page.unroute(requests);
  await expect
    .poll(async () => {
      // A failed attempt is followed by a pause.
      await page.clock.runFor(60_000);
      const flushed = await page.evaluate(() => window.offstage.flush());
      const names = (await storedEvents(server)).map(({ name }) => name);
      return { flushed, hasLast: names.includes('visual_element.show') };
    })
    .toMatchObject({ flushed: { value: { queued: 0 } }, hasLast: true });
  await expect.poll(isOnline).toBe(true);
  await loseConnection();
  expect(await checksAfter(120_000)).toBe(0);

  await show('visible');
  await expect.poll(() => checksAfter(31_000)).toBeGreaterThan(0);
});

alone.describe('a viewer who watches', () => {
  alone.use({ expectedNoise: /net::ERR_|Failed to load resource/ });

  for (const runtime of ['main', 'worker']) {
    // A worker's clock cannot be set, so the check there takes its 30 s.
    const mark = runtime === 'main' ? {} : thorough;
    alone(
      `learns of a lost connection within 30 s, and the events are delivered later (runtime=${runtime}) [spec-9.22]`,
      mark,
      async ({ page, server }) => {
        const gate = await openGate(server.embedOrigin);
        const isOnline = () => page.evaluate(() => window.offstage.diagnose()?.services.isOnline);
        if (runtime === 'main') await page.clock.install();
        const isWatching = scriptRuns(page, /start-when-idle/);
        await page.goto(`${gate.origin}/embed/offstage002?mute=1&loop=1&runtime=${runtime}`);
        await page.locator('.big-play').click();
        await expect
          .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
          .toBeGreaterThan(0);
        if (runtime === 'main') await page.clock.runFor(1_000);
        await isWatching();
        await expect
          .poll(() => page.evaluate(() => window.offstage.flush()))
          .toMatchObject({ value: { queued: 0 } });
        expect(await isOnline()).toBe(true);

        gate.unplug();
        if (runtime === 'main') await page.clock.runFor(30_000);
        await expect.poll(isOnline, { timeout: 60_000 }).toBe(false);
        gate.plugIn();
        if (runtime === 'main') await page.clock.runFor(40_000);
        await expect.poll(isOnline, { timeout: 60_000 }).toBe(true);
        await expect
          .poll(async () => {
            // A failed attempt is followed by a pause.
            if (runtime === 'main') await page.clock.runFor(60_000);
            return page.evaluate(() => window.offstage.flush());
          })
          .toMatchObject({ value: { queued: 0 } });
        await gate.close();
      },
    );
  }
});

test.describe('an error', () => {
  test.use({ expectedNoise: /^uncaught: / });

  test('while another video loads is reported as part of the navigation, and a later one is not', async ({
    page,
    server,
  }) => {
    // A navigation that takes longer is over, and a busy machine may report the error later.
    await holdTimers(page, controlsLimits.navigationResetMs);
    const isWatching = scriptRuns(page, /start-when-idle/);
    const host = await openHost(page, server, '?v=offstage001');
    await isWatching();
    await host.player.locator('.big-play').click();
    await host.untilState(1);
    const arrival = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/youtubei/v1/player*', async (route) => {
      asked.resolve();
      await arrival.promise;
      await route.continue();
    });
    const frame = playerFrame(page);
    const fail = (message: string) =>
      frame.evaluate((text) => {
        setTimeout(() => {
          throw new Error(text);
        });
      }, message);
    const navigationOf = async (message: string) =>
      (await reportedErrors(server)).find((error) => error.message === message)?.params.navigation;

    await page.evaluate(() => {
      const message = { event: 'command', func: 'loadVideoById', args: ['offstage002'] };
      document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(message), '*');
    });
    await asked.promise;
    await fail('on the way');
    await expect.poll(() => navigationOf('on the way')).toBe('application_navigating');
    arrival.resolve();
    await expect
      .poll(() => frame.evaluate(() => window.offstage.diagnose()?.player.videoId))
      .toBe('offstage002');
    await host.untilPlayed(0.5);
    await fail('there');
    await expect.poll(() => navigationOf('there')).toBe('none');
  });
});
