import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import { leave, test } from './support/operated.ts';
import { scriptRuns } from './support/script-runs.ts';
import { providerEntries } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const runtimes = ['worker', 'main'] as const;
const video = 'offstage002';

/**
 * The services' requests do not reach the provider, so only what the page sends at its end arrives.
 */
async function refuseFetches(page: Page): Promise<void> {
  await page.route(/\/log$/, (route) =>
    route.request().resourceType() === 'ping' ? route.continue() : route.abort(),
  );
}

const ends: Record<string, (page: Page) => Promise<unknown>> = {
  'removes the frame': (page) => page.evaluate(() => document.querySelector('iframe')?.remove()),
  'leads the frame elsewhere': (page) =>
    page.evaluate(() => document.querySelector('iframe')?.setAttribute('src', 'about:blank')),
  'is left': leave,
};

for (const runtime of runtimes)
  for (const [end, act] of Object.entries(ends))
    test(
      `provider log entries arrive when the host page ${end}, even if the services cannot reach the provider (runtime=${runtime})`,
      thorough,
      async ({ page, startOperated }) => {
        const server = await startOperated({ api: { isPflMode: true } });
        await refuseFetches(page);
        const src = `${server.embedOrigin}/embed/${video}?autoplay=1&mute=1&debug=1&runtime=${runtime}`;
        const host = await serveHostPage(
          `<iframe src="${src}" allow="autoplay" width=640 height=360></iframe>`,
        );
        const hasStatistics = scriptRuns(page, /start-page-stats/);
        await page.goto(host.url);
        await hasStatistics();
        // Both have reported: the player its playback, and the services their own entries.
        await expect(page.frameLocator('iframe').locator('.debug-panel')).toContainText('PFL_MODE');
        await expect(page.frameLocator('iframe').locator('#video-player')).toHaveAttribute(
          'data-controls',
          /./,
        );
        await expect
          .poll(() =>
            page
              .frameLocator('iframe')
              .locator('video')
              .evaluate((each: HTMLVideoElement) => each.currentTime),
          )
          .toBeGreaterThan(1);
        expect(await providerEntries(server, 'qoe')).toEqual([]);

        await act(page);
        await expect
          .poll(async () =>
            (await providerEntries(server, 'qoe')).map(({ videoId, end }) => [videoId, end]),
          )
          .toEqual([[video, 'left']]);
        expect(await providerEntries(server, 'visitor_id_failed')).toHaveLength(1);
        await host.close();
      },
    );

/** A provider's own endpoint, on another origin. */
async function startProvider() {
  const kinds: string[] = [];
  const provider = createServer(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    const { entries } = await new Response((await request.toArray()).join('')).json();
    for (const { kind } of entries) kinds.push(`${request.method} ${request.url} ${kind}`);
    response.end(`{"accepted":${entries.length},"duplicates":0,"rejected":0}`);
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  return {
    url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/batches`,
    kinds,
    async [Symbol.asyncDispose]() {
      provider.closeAllConnections();
      provider.close();
      await once(provider, 'close');
    },
  };
}

for (const runtime of runtimes)
  test(
    `the page config sets the address of the provider’s log, for a living page and one that ends (runtime=${runtime}) [spec-7.17]`,
    runtime === 'main' ? thorough : {},
    async ({ page, startOperated }) => {
      await using provider = await startProvider();
      const server = await startOperated({ api: { isPflMode: true, providerLog: provider.url } });
      await page.goto(`${server.embedOrigin}/embed/${video}?autoplay=1&mute=1&runtime=${runtime}`);
      await expect.poll(() => provider.kinds).toContain('POST /batches visitor_id_failed');
      await leave(page);
      await expect.poll(() => provider.kinds).toContain('POST /batches qoe');
      expect(await providerEntries(server, 'qoe')).toEqual([]);
    },
  );

test('a malformed address is refused when the server starts', async ({ startOperated }) => {
  await expect(startOperated({ api: { providerLog: 'http://logs.example/' } })).rejects.toThrow(
    /providerLog/,
  );
});
