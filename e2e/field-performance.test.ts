import type { Page } from '@playwright/test';
import type { FieldPerformance } from '../shared/telemetry/field-performance.ts';
import { storedEvents } from './support/intake.ts';
import { parseTrace } from './support/parse-trace.ts';
import { openRawHost, type RawHostFixtures } from './support/raw-host.ts';
import { playerFrame } from './support/sequences.ts';
import type { Server } from './support/server-process.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<RawHostFixtures>({
  openRawHost,
  serverArgs: ['--field-sample', '100'],
});

/** Waits until the page measures itself, which it does when it is idle. */
async function untilMeasured(page: Page): Promise<void> {
  const script = () =>
    playerFrame(page).evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/start-field-report-')),
    );
  await expect.poll(script).toBeDefined();
  // The page waits for the same import, and was first.
  await playerFrame(page).evaluate(
    async (url) => void (await import(/* @vite-ignore */ url)),
    (await script()) ?? '',
  );
  await untilPainted(page);
}

/** Waits until the page has its picture, and the browser has reported it to the page. */
const untilPainted = (page: Page) =>
  playerFrame(page).evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Observers are notified in the order in which they began, so the page comes first.
        new PerformanceObserver((list, observer) => {
          const paints = list.getEntries() as (PerformanceEntry & { size: number })[];
          if (!paints.some(({ size }) => size > 10_000)) return;
          observer.disconnect();
          setTimeout(resolve);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

/** Waits for a moment that a late script may note. */
const untilMarked = (page: Page, name: string) =>
  expect
    .poll(() =>
      playerFrame(page).evaluate((mark) => performance.getEntriesByName(mark).length, name),
    )
    .toBeGreaterThan(0);

const reportsOf = async (server: Server) =>
  (await storedEvents(server)).filter(({ name }) => name === 'field_performance');

async function leave(page: Page, server: Server) {
  await page.goto('about:blank');
  await expect.poll(async () => (await reportsOf(server)).length).toBe(1);
  const [event] = await reportsOf(server);
  return { sid: event?.sid, cost: event?.payload as unknown as FieldPerformance };
}

test('a measured page reports what it has cost its viewer when it is left, and the trace of its session shows it [feature-field-performance]', async ({
  openRawHost,
  page,
  server,
}) => {
  const host = await openRawHost('/embed/offstage002?mute=1&loop=1&enablejsapi=1');
  await untilMeasured(page);
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await untilMarked(page, 'offstage:first-frame');
  await untilMarked(page, 'offstage:services-answered');
  await playerFrame(page).evaluate(() => {
    const { pause } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.pause = function (this: HTMLMediaElement) {
      for (const from = performance.now(); performance.now() - from < 500; );
      pause.call(this);
    };
    // Reports reach a page a moment after what they are about.
    new PerformanceObserver((_, observer) => {
      observer.disconnect();
      document.documentElement.dataset.frame = 'long';
    }).observe({ type: 'long-animation-frame' });
  });
  await host.player.locator('video').click();
  await host.untilInfo('playerState', 2);
  await expect(host.player.locator('html')).toHaveAttribute('data-frame', 'long');
  await playerFrame(page).evaluate(() => new Promise((resolve) => setTimeout(resolve)));

  const { sid, cost } = await leave(page, server);
  expect(cost).toMatchObject({ share: 1, videoId: 'offstage002', place: 'worker' });
  expect(cost.longFrames?.worst[0]?.ms).toBeGreaterThanOrEqual(500);
  expect(cost.longTasks?.longestMs).toBeGreaterThanOrEqual(500);
  expect(cost.largestPaint?.areaPx).toBeGreaterThan(10_000);
  expect(cost.layoutShift).toBeGreaterThanOrEqual(0);
  expect(cost.atMs).toBeGreaterThan(cost.start.firstFrameMs ?? Number.POSITIVE_INFINITY);
  expect(cost.services.startMs).toBeGreaterThan(0);
  expect(cost.transferredBytes).toBeGreaterThan(20_000);
  expect(cost.pageScripts.count).toBeGreaterThan(1);
  expect(['low', 'medium', 'high']).toContain(cost.device.class);

  const trace = await fetch(`${server.embedOrigin}/telemetry/trace?sid=${sid}`);
  const entries = await parseTrace(await trace.text());
  const names = entries.filter(({ track }) => track.startsWith('Page')).map(({ name }) => name);
  for (const expected of [/^long frame/, /^largest paint$/])
    expect(names).toContainEqual(expect.stringMatching(expected));
});

test('a page that never plays reports too: its picture is what its viewer waited for', async ({
  page,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await untilMeasured(page);
  const { cost } = await leave(page, server);
  expect(cost).toMatchObject({ start: { firstFrameMs: null }, interaction: null });
  expect(cost.largestPaint?.atMs).toBeGreaterThan(0);
});

test('a page that is hidden again and again reports once in half a minute', async ({
  page,
  server,
}) => {
  await page.goto(`${server.embedOrigin}/embed/offstage002`);
  await untilMeasured(page);
  await page.evaluate(async () => {
    for (const state of ['hidden', 'visible', 'hidden', 'visible', 'hidden']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }
    await window.offstage.flush();
  });
  expect(await reportsOf(server)).toHaveLength(1);
});

test.describe('with the telemetry off', () => {
  test.use({ serverArgs: ['--field-sample', '100', '--telemetry', 'off'] });

  test('no page is measured', async ({ page, server }) => {
    const html = await (await fetch(`${server.embedOrigin}/embed/offstage002`)).text();
    expect(html).not.toContain('fieldShare');
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    expect(await page.locator('#page-config').textContent()).toContain('"telemetry":false');
  });
});
