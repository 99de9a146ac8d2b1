import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import { reachFor } from './support/reach-for.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** The moved element and its distance (W3C Layout Instability). */
    shifts: string[];
    /** Each bar's layout at the moment it was drawn. */
    drawn: string[];
  }
}

/** From the first paint on. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    window.drawn = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node }[];
      })[])
        window.shifts.push(`${entry.value} ${entry.sources.map(({ node }) => node?.nodeName)}`);
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_records, observer) => {
      const bar = document.querySelector('.bar');
      if (bar === null) return;
      window.drawn.push(getComputedStyle(bar).display);
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Two frames later, the layout has been painted and its shifts are reported. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.shifts))),
        ),
      ),
  );

test('nothing moves from the first paint until the controls are drawn and the video plays, in small frames and large ones', async ({
  page,
  server,
}) => {
  await watchLayout(page);
  for (const [width, height] of [
    [200, 110],
    [1_280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/embed/offstage001', '/embed/offstage002?autoplay=1&mute=1']) {
      await page.goto(server.embedOrigin + path);
      await reachFor(page);
      await expect.poll(() => page.evaluate(() => window.drawn)).toEqual(['grid']);
      if (path.includes('autoplay'))
        await expect
          .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
          .toBeGreaterThan(0);
      expect([width, path, await shifts(page)]).toEqual([width, path, []]);
    }
  }
});

test('nothing on a page moves when <offstage-player> is upgraded and played', async ({
  page,
  server,
}) => {
  await watchLayout(page);
  const host = await serveHostPage(
    `<style>offstage-player { display: block; aspect-ratio: 16 / 9 }</style><p>Before</p>
    <offstage-player videoid="offstage002" params="mute=1"><a href="/x">Watch</a></offstage-player><p>After</p>
    <script type="module" src="${server.embedOrigin}/sdk/offstage-player.js"></script>`,
  );
  await page.goto(host.url);
  const player = page.locator('offstage-player');
  await expect.poll(() => player.evaluate((element) => element.matches(':defined'))).toBe(true);
  await expect
    .poll(() =>
      page.locator('offstage-player img').evaluate((image: HTMLImageElement) => image.complete),
    )
    .toBe(true);
  await player.evaluate((element) => (element as HTMLElement & { play(): void }).play());
  await expect
    .poll(() =>
      player.evaluate((element) => (element as HTMLElement & { currentTime: number }).currentTime),
    )
    .toBeGreaterThan(0);
  expect(await shifts(page)).toEqual([]);
  await host.close();
});

test.describe('a style that fails to load at first', () => {
  test.use({ expectedNoise: /ERR_FAILED|could not be loaded/ });

  test('delays the controls until it is there', async ({ page, server }) => {
    await watchLayout(page);
    let asked = 0;
    await page.route('**/assets/controls-*.css', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      await route.abort();
    });
    await page.goto(`${server.embedOrigin}/embed/offstage001`);
    await reachFor(page);
    await expect.poll(() => page.evaluate(() => window.drawn)).toEqual(['grid']);
    expect(asked).toBe(2);
    expect(await shifts(page)).toEqual([]);
  });
});
