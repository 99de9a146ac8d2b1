import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { PerformanceReport } from '../sdk/performance-report.ts';
import type { MergedMetric } from '../sdk/vitals.ts';
import { type HostPage, serveHostPage } from './support/host-page.ts';
import { makePlayer, untilReported } from './support/sdk-page.ts';
import { playerFrame } from './support/sequences.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/stage.ts';
import { expect } from './support/test.ts';

declare global {
  interface Window {
    lastReport: PerformanceReport | undefined;
  }
}

/** The real library, as a classic script. */
const library = readFileSync(
  createRequire(import.meta.url)
    .resolve('web-vitals/attribution')
    .replace(/\.js$/, '.iife.js'),
  'utf8',
);

/** How long a slow handler takes at least. */
const slowMs = 1_000;

/** A page with the SDK whose metrics survive it: in the session's storage. */
async function openMeasuredPage(
  page: Page,
  { server, options, html = '' }: { server: Server; options: string; html?: string },
): Promise<HostPage> {
  const host = await serveHostPage(`
    <style>body { margin: 0 }</style><button>own</button>${html}
    <script src="${server.embedOrigin}/iframe_api"></script>
    <script>${library}</script>
    <script type="module">
      import { mergeVitals } from '${server.embedOrigin}/sdk/vitals.js';
      const metrics = [];
      mergeVitals(webVitals, ({ entries, ...metric }) => {
        metrics.push(metric);
        sessionStorage.metrics = JSON.stringify(metrics);
      }, ${options});
      // After the SDK has received it.
      addEventListener('message', ({ data }) => {
        if (!String(data).startsWith('{"event":"onPerformanceReport"')) return;
        window.lastReport = JSON.parse(data).info;
      });
    </script>`);
  await page.goto(host.url);
  await page.evaluate(() => {
    window.players = [];
    window.reported = [];
  });
  return host;
}

const metricsOf = async (page: Page, name: string): Promise<MergedMetric[]> => {
  const all = await page.evaluate(() => sessionStorage.metrics ?? '[]');
  return JSON.parse(all).filter((metric: MergedMetric) => metric.name === name);
};

/** A page of the same site, so that the storage can be read. */
const leave = (page: Page, host: HostPage) => page.goto(`${host.url}elsewhere`);

test('a slow interaction with a player is the page’s INP, with its parts, its frame and its script [feature-page-vitals]', async ({
  page,
  server,
}) => {
  const host = await openMeasuredPage(page, {
    server,
    options: '{ reportAllChanges: true }',
    html: '<div id="film"></div>',
  });
  await makePlayer(page, '#film', { videoId: 'offstage002', playerVars: { mute: 1, loop: 1 } });
  await page.evaluate(() => window.players[0]?.playVideo());
  await untilReported(page, 'onStateChange 1');
  await playerFrame(page).evaluate((ms) => {
    const { pause } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.pause = function (this: HTMLMediaElement) {
      for (const from = performance.now(); performance.now() - from < ms; );
      pause.call(this);
    };
  }, slowMs);
  await page.frameLocator('#film').locator('video').click();
  await expect
    .poll(async () => (await metricsOf(page, 'INP')).at(-1)?.attribution)
    .toMatchObject({
      interactionTarget: 'iframe#film',
      interactionType: 'pointer',
      player: { frame: 'iframe#film', script: { script: expect.stringMatching(/\.js$/) } },
    });
  const inp = await metricsOf(page, 'INP');
  const last = inp.at(-1);
  expect(last?.value).toBeGreaterThanOrEqual(slowMs);
  expect(last?.rating).toBe('poor');
  const { inputDelay, processingDuration, presentationDelay } = (last?.attribution ?? {}) as Record<
    string,
    number
  >;
  expect((inputDelay ?? 0) + (processingDuration ?? 0) + (presentationDelay ?? 0)).toBeCloseTo(
    last?.value ?? 0,
  );
  // A tool that adds up the changes gets the value.
  expect(new Set(inp.map(({ id }) => id)).size).toBe(1);
  expect(inp.reduce((sum, { delta }) => sum + delta, 0)).toBeCloseTo(last?.value ?? 0);
  await host.close();
});

test('layout shifts and the largest picture of a player are in the page’s CLS and LCP, which are reported when the page ends', async ({
  page,
  server,
}) => {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  const host = await openMeasuredPage(page, {
    server,
    options: '{}',
    // A quarter of the viewport.
    html: `<div style="width: ${size.width / 2}px; height: ${size.height / 2}px">
      <div id="film" style="width: 100%; height: 100%"></div></div>`,
  });
  await makePlayer(page, '#film');
  await playerFrame(page).evaluate(async () => {
    const box = document.createElement('div');
    box.style.cssText = 'position: fixed; z-index: 9; inset: 0 0 50% 0; background: red';
    document.body.append(box);
    const painted = () =>
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    await painted();
    box.style.inset = '50% 0 0 0';
    await painted();
  });
  const last = () => page.evaluate(() => window.lastReport);
  await expect.poll(async () => (await last())?.layoutShift).toBeGreaterThan(0.1);
  await expect.poll(async () => (await last())?.largestPaint?.areaPx).toBeGreaterThan(10_000);
  const { layoutShift, largestPaint, timeOriginMs } = (await last()) as PerformanceReport;
  expect(await metricsOf(page, 'CLS')).toEqual([]);
  const pageOriginMs = await page.evaluate(() => performance.timeOrigin);
  await leave(page, host);
  const [cls, ...noMore] = await metricsOf(page, 'CLS');
  expect(noMore).toEqual([]);
  expect(cls?.attribution?.player).toMatchObject({ frame: 'iframe#film' });
  expect(cls?.attribution?.player?.value).toBeCloseTo((layoutShift ?? 0) / 4, 5);
  const [lcp] = await metricsOf(page, 'LCP');
  expect(lcp).toMatchObject({ attribution: { target: 'iframe#film' } });
  expect(lcp?.value).toBeCloseTo((largestPaint?.atMs ?? 0) + timeOriginMs - pageOriginMs, 0);
  // The page has not been used.
  expect(await metricsOf(page, 'INP')).toEqual([]);
  await host.close();
});
