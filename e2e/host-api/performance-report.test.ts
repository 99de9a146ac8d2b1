import type { PerformanceReport } from '../../sdk/performance-report.ts';
import { onlyChromium } from '../support/only-chromium.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';
import { playerFrame } from '../support/sequences.ts';

/** How long the player's handler takes at least. */
const slowMs = 1_000;

declare global {
  interface Window {
    slowMs: number;
  }
}

const reports = (host: RawHost) =>
  host.values('onPerformanceReport') as Promise<PerformanceReport[]>;

test(
  'a host on another site receives the player’s costs, the responsible script and the state of its budget',
  onlyChromium,
  async ({ openRawHost, page }) => {
    const host = await openRawHost('/embed/offstage002?mute=1&loop=1&enablejsapi=1');
    await host.command('setPerformanceBudget', {
      blockingMs: 1_000_000,
      longTaskMs: 'short',
      requestCount: 500,
    });
    await host.subscribe('onPerformanceReport');
    const firstAsked = async () => (await reports(host)).find(({ reason }) => reason === 'asked');
    await expect
      .poll(firstAsked)
      .toMatchObject({ budget: { problems: [{ field: 'longTaskMs' }] } });
    expect((await firstAsked())?.start.embedCreatedMs).toBeGreaterThan(0);
    await host.command('setPerformanceBudget', { longTaskMs: 'short', fps: 60 });
    await expect
      .poll(async () => (await reports(host)).at(-1)?.budget.problems.map(({ field }) => field))
      .toEqual(['longTaskMs', 'fps']);

    await host.command('playVideo');
    const reasons = async () => (await reports(host)).map(({ reason }) => reason);
    await expect.poll(reasons).toContain('first_frame');
    const first = (await reports(host)).find(({ reason }) => reason === 'first_frame');
    expect(first?.start.playToFirstFrameMs).toBeGreaterThan(0);
    // By then the services have answered, and the scripts of both threads are known.
    await expect
      .poll(async () => {
        await host.command('setPerformanceBudget', {});
        return (await reports(host)).at(-1)?.servicesScripts?.count;
      })
      .toBeGreaterThan(1);
    const playing = (await reports(host)).at(-1);
    expect(playing?.place).toBe('worker');
    expect(playing?.services.startMs).toBeGreaterThan(0);
    expect(playing?.services.messageCount).toBeGreaterThan(0);
    expect(playing?.messages.toHostCount).toBeGreaterThan(0);
    expect(playing?.pageScripts.bytes).toBeGreaterThan(20_000);
    expect(playing?.layoutShift).toBeGreaterThanOrEqual(0);

    // The viewer pauses, and the player's handler takes long.
    const player = playerFrame(page);
    await player.evaluate((ms) => {
      window.slowMs = ms;
      const { pause } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.pause = function (this: HTMLMediaElement) {
        for (const from = performance.now(); performance.now() - from < window.slowMs; );
        pause.call(this);
      };
    }, slowMs);
    await host.command('setPerformanceBudget', {
      blockingMs: 1_000_000,
      longTaskMs: null,
      inpMs: 100,
    });
    const video = host.player.locator('video');
    await video.click();
    // On a busy machine, an earlier task may have broken the earlier budget.
    const broken = async () =>
      (await reports(host))
        .filter(({ reason }) => reason === 'budget_broken')
        .flatMap(({ budget }) => budget.measures);
    await expect
      .poll(broken)
      .toContainEqual(expect.objectContaining({ name: 'inpMs', limit: 100, state: 'broken' }));
    await expect
      .poll(async () => {
        await host.command('setPerformanceBudget', {});
        const report = (await reports(host)).at(-1);
        const { interaction } = report ?? {};
        // On a busy machine another event may have taken longer, which has no script. The viewer
        // plays and pauses again, and the handler takes longer still.
        if (interaction?.script === null && interaction.inpMs > slowMs) {
          await player.evaluate((ms) => (window.slowMs = ms), 2 * interaction.inpMs);
          await video.click();
          await host.untilInfo('playerState', 1);
          await video.click();
          await host.untilInfo('playerState', 2);
        }
        return report;
      })
      .toMatchObject({
        interaction: {
          script: { script: expect.stringMatching(/^(page|mount-ui)-.*\.js$/) },
        },
        longFrames: {
          worst: expect.arrayContaining([
            expect.objectContaining({
              scripts: expect.arrayContaining([
                expect.objectContaining({
                  script: expect.stringMatching(/\.js$/),
                  invoker: 'event-listener',
                }),
              ]),
            }),
          ]),
        },
      });
    expect((await reports(host)).at(-1)?.longTasks?.longestMs).toBeGreaterThanOrEqual(slowMs);
  },
);

test('a page that is not measured has no observer, and loads no script for it', async ({
  openRawHost,
  page,
}) => {
  await page.addInitScript(() => {
    const { observe } = PerformanceObserver.prototype;
    PerformanceObserver.prototype.observe = function (this: PerformanceObserver, options) {
      document.documentElement.dataset.observed = JSON.stringify(options);
      observe.call(this, options);
    };
  });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1');
  await host.subscribe('onStateChange');
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await expect
    .poll(() => scripts.filter((url) => url.includes('/start-page-stats-')))
    .toHaveLength(1);
  const frame = playerFrame(page);
  await expect
    .poll(() => frame.evaluate(() => performance.getEntriesByName('offstage:first-frame').length))
    .toBe(1);
  expect(await frame.locator('html').getAttribute('data-observed')).toBeNull();
  expect(scripts.filter((url) => /measure/.test(url))).toEqual([]);
  // Visible to any profiler.
  const marks = () =>
    frame.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  for (const name of [
    'embed-created',
    'services-asked',
    'services-answered',
    'play-asked',
    'first-frame',
  ])
    await expect.poll(marks).toContain(`offstage:${name}`);
});
