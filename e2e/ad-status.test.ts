import { once } from 'node:events';
import {
  createServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { contextOfCall, play, untilReported } from './support/probed-page.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/shared-context.ts';
import { providerEntries } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

test.describe('the ad status', () => {
  let provider: HttpServer;
  let origin: string;
  let answer: RequestListener;
  test.beforeAll(async () => {
    provider = createServer((request, response) => answer(request, response)).listen(
      0,
      '127.0.0.1',
    );
    await once(provider, 'listening');
    origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  });
  test.afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  // Chromium’s, if a provider has not answered three seconds after the page’s load. Preloading is
  // the only request that tells an error page from a script, and the script must not run.
  const notUsed = /was preloaded using link preload but not used/;
  const failedOrNotUsed = new RegExp(`Failed to load resource|${notUsed.source}`);
  const withProvider = test.extend<{ isThere: boolean }>({
    isThere: [true, { option: true }],
    expectedNoise: notUsed,
    server: async ({ isThere, servers }, use) => {
      const server = await servers.start([
        '--ad-status',
        `${isThere ? origin : 'http://127.0.0.1:1'}/ads.js`,
      ]);
      await use(server);
      await server.dispose();
    },
  });

  async function expectStatus(page: Page, server: Server, dclkstat: number): Promise<void> {
    expect(await untilReported(page, server, 'ad_status')).toMatchObject({ dclkstat });
    expect(await contextOfCall(page)).toMatchObject({
      adSignalsInfo: { params: [{ key: 'dclkstat', value: String(dclkstat) }] },
    });
  }

  withProvider(
    'a provider’s script that loads is 1, and does not run',
    async ({ page, server }) => {
      let asked = {};
      answer = (request, response) => {
        asked = request.headers;
        response.setHeader('Content-Type', 'text/javascript').end('globalThis.adsRan = true;');
      };
      await play(page, server);
      await expectStatus(page, server, 1);
      expect(await page.evaluate(() => 'adsRan' in globalThis)).toBe(false);
      expect(asked).not.toHaveProperty('referer');
      expect(asked).not.toHaveProperty('cookie');
    },
  );

  withProvider.describe('with an error as the answer, from another origin', () => {
    withProvider.use({ expectedNoise: failedOrNotUsed });

    for (const runtime of ['worker', 'main'])
      for (const status of [404, 500]) {
        const mark = runtime === 'worker' && status === 404 ? {} : thorough;
        withProvider(
          `${status} is 2, and its body does not run (runtime=${runtime}) [spec-4.35]`,
          mark,
          async ({ page, server }) => {
            const asked: IncomingHttpHeaders[] = [];
            answer = (request, response) => {
              asked.push(request.headers);
              response
                .writeHead(status, { 'Content-Type': 'text/javascript' })
                .end('globalThis.adsRan = true;');
            };
            await play(page, server, `&runtime=${runtime}`);
            await expectStatus(page, server, 2);
            expect(await page.evaluate(() => 'adsRan' in globalThis)).toBe(false);
            await expect
              .poll(() => page.locator('link[as=script][href*="ads.js"]').count())
              .toBe(0);
            for (const headers of asked) {
              expect(headers).not.toHaveProperty('referer');
              expect(headers).not.toHaveProperty('cookie');
            }
          },
        );
      }
  });

  withProvider.describe('without an answer', () => {
    withProvider.use({ expectedNoise: failedOrNotUsed });

    withProvider('a blocked script is 2', thorough, async ({ page, server }) => {
      await page.route('**/ads.js', (route) => route.abort('blockedbyclient'));
      await play(page, server);
      await expectStatus(page, server, 2);
    });

    withProvider.describe('at all', () => {
      withProvider.use({ isThere: false });
      withProvider('a missing provider is 2', thorough, async ({ page, server }) => {
        await play(page, server);
        await expectStatus(page, server, 2);
      });
    });
  });

  withProvider(
    'a provider without an answer in 5 s is 3, and the wait ends',
    thorough,
    async ({ page, server }) => {
      let isClosed = false;
      answer = (request) => {
        request.on('close', () => {
          isClosed = true;
        });
      };
      await play(page, server);
      await expectStatus(page, server, 3);
      await expect.poll(() => isClosed).toBe(true);
      const [{ tookMs } = {}] = await providerEntries(server, 'ad_status');
      expect(tookMs).toBeGreaterThanOrEqual(5_000);
    },
  );
});
