import { once } from 'node:events';
import {
  createServer,
  type Server as HttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { bodyOf } from './support/body-of.ts';
import { serveHostPage } from './support/host-page.ts';
import { scriptRuns } from './support/script-runs.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/shared-page.ts';
import { providerEntries } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const video = 'offstage002';
const scriptPath = '/bot-detection/botd.js';

/** Plays until the viewer sees a frame. */
async function play(page: Page, server: Server, query = ''): Promise<void> {
  await page.goto(`${server.embedOrigin}/embed/${video}?autoplay=1&mute=1${query}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(0);
}

/** Waits until the provider's log has entries of a kind, and speeds that up. */
async function untilTold(
  page: Page,
  server: Server,
  kind: string,
): Promise<Record<string, unknown>> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.offstage.flush());
      return (await providerEntries(server, kind)).length;
    })
    .toBe(1);
  return (await providerEntries(server, kind))[0] ?? {};
}

/** The `context` of the page's next call. */
async function contextOfCall(page: Page): Promise<Record<string, unknown>> {
  const call = page.context().waitForEvent('request', isCall);
  await page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UC1'] }));
  return bodyOf(await call).context;
}

function isCall(request: Request): boolean {
  return new URL(request.url()).pathname === '/youtubei/v1/subscription/subscribe';
}

const leftovers = (page: Page) =>
  page.evaluate((path) => {
    const scripts = document.querySelectorAll(`script[src$="${path}"]`).length;
    return { scripts, hasGlobal: 'offstageBotDetection' in window };
  }, scriptPath);
const nothing = { scripts: 0, hasGlobal: false };

test.describe('the bot detection', () => {
  test.use({ serverArgs: ['--bot-detection', 'on'] });

  for (const runtime of ['worker', 'main']) {
    const mark = runtime === 'worker' ? {} : thorough;
    test(
      `BotD detects this browser, API calls carry the result, and nothing of BotD remains (runtime=${runtime})`,
      mark,
      async ({ page, server }) => {
        await play(page, server, `&runtime=${runtime}`);
        const entry = await untilTold(page, server, 'bot_detection');
        expect(entry).toMatchObject({ state: 6, event: 'answered' });
        expect(JSON.parse(String(entry.detail))).toMatchObject({ bot: true });
        expect(await contextOfCall(page)).toMatchObject({
          request: { attestationResponseData: { webResponse: entry.detail } },
        });
        await expect.poll(() => leftovers(page)).toEqual(nothing);
      },
    );
  }

  test('a video that is not played loads no script', async ({ page, server }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const areWatching = scriptRuns(page, /start-page-probes/);
    await page.goto(`${server.embedOrigin}/embed/${video}`);
    await areWatching();
    await page.evaluate(() => window.offstage.flush());
    expect(asked).not.toContain(scriptPath);
    await page.locator('.big-play').click();
    await expect.poll(() => asked).toContain(scriptPath);
  });

  test.describe('in a frame without an origin', () => {
    // Chromium's warning about the agent cluster of an opaque origin; the header is for frames with
    // an origin.
    test.use({ expectedNoise: /origin-keyed agent cluster/ });

    test('still works', async ({ page, server }) => {
      const src = `${server.embedOrigin}/embed/${video}?autoplay=1&mute=1`;
      const host = await serveHostPage(
        `<iframe sandbox="allow-scripts" allow="autoplay" src="${src}"></iframe>`,
      );
      await page.goto(host.url);
      await expect
        .poll(async () => {
          await page.frames()[1]?.evaluate(() => window.offstage?.flush());
          return providerEntries(server, 'bot_detection');
        })
        .toMatchObject([{ state: 6 }]);
      await host.close();
    });
  });

  test.describe('with a failure', () => {
    test.use({ expectedNoise: /Failed to load resource|^uncaught: / });

    test('reports a blocked script as state 3', async ({ page, server }) => {
      await page.route(`**${scriptPath}`, (route) => route.abort('blockedbyclient'));
      await play(page, server);
      expect(await untilTold(page, server, 'bot_detection')).toMatchObject({
        state: 3,
        event: 'script_failed',
      });
      await expect.poll(() => leftovers(page)).toEqual(nothing);
    });

    for (const [what, body] of [
      ['no script', '<html>Please log in to the network</html>'],
      ['another script', 'globalThis.somethingElse = 1;'],
    ] as const) {
      const mark = what === 'no script' ? {} : thorough;
      test(
        `reports an answer that is ${what} as state 4 [threat-bot-script]`,
        mark,
        async ({ page, server }) => {
          await page.route(`**${scriptPath}`, (route) =>
            route.fulfill({ body, contentType: 'text/javascript' }),
          );
          await play(page, server);
          expect(await untilTold(page, server, 'bot_detection')).toMatchObject({
            state: 4,
            event: 'js_failed',
          });
          await expect.poll(() => leftovers(page)).toEqual(nothing);
        },
      );
    }

    test('restarted services run it again', async ({ context, server }) => {
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { Worker } = window;
        window.Worker = class extends Worker {
          constructor(url: string | URL, options?: WorkerOptions) {
            super(url, options);
            // No product page sends this; it ends the worker.
            addEventListener('crash', () => this.postMessage(null), { once: true });
          }
        };
      });
      await play(page, server);
      await untilTold(page, server, 'bot_detection');
      await expect.poll(() => leftovers(page)).toEqual(nothing);
      // The browser may use its cache, but the page has the script once more.
      const hasItAgain = page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            new MutationObserver(([record]) => {
              const [added] = record?.addedNodes ?? [];
              if (added instanceof HTMLScriptElement) resolve(new URL(added.src).pathname);
            }).observe(document.head, { childList: true });
            dispatchEvent(new Event('crash'));
          }),
      );
      expect(await hasItAgain).toBe(scriptPath);
      await expect.poll(() => leftovers(page)).toEqual(nothing);
      expect(await contextOfCall(page)).toHaveProperty('request.attestationResponseData');
      await page.close();
    });

    test('reports a script that throws as state 7, with its message [threat-bot-script]', async ({
      page,
      server,
    }) => {
      const body =
        'globalThis.offstageBotDetection = async () => { throw new Error("no canvas"); };';
      await page.route(`**${scriptPath}`, (route) =>
        route.fulfill({ body, contentType: 'text/javascript' }),
      );
      await play(page, server);
      expect(await untilTold(page, server, 'bot_detection')).toMatchObject({
        state: 7,
        event: 'failed',
        detail: 'Error: no canvas',
      });
      expect(await contextOfCall(page)).toMatchObject({ request: {} });
    });
  });

  test('a disposed player removes a script that has not loaded yet', async ({ page, server }) => {
    const asked = Promise.withResolvers<void>();
    await page.route(`**${scriptPath}`, () => asked.resolve());
    await play(page, server);
    await asked.promise;
    expect(await leftovers(page)).toEqual({ scripts: 1, hasGlobal: false });
    await page.evaluate(() => window.offstage.dispose());
    expect(await leftovers(page)).toEqual(nothing);
  });
});

test('without the operator’s setting nothing is probed', async ({ page, server }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await play(page, server);
  expect(await contextOfCall(page)).toMatchObject({ adSignalsInfo: { params: [] } });
  expect(asked.filter((path) => /probes|bot-detection/.test(path))).toEqual([]);
});

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

  const withProvider = test.extend<{ isThere: boolean }>({
    isThere: [true, { option: true }],
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
    expect(await untilTold(page, server, 'ad_status')).toMatchObject({ dclkstat });
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
    withProvider.use({ expectedNoise: /Failed to load resource/ });

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
    withProvider.use({ expectedNoise: /Failed to load resource/ });

    withProvider('a blocked script is 2', async ({ page, server }) => {
      await page.route('**/ads.js', (route) => route.abort('blockedbyclient'));
      await play(page, server);
      await expectStatus(page, server, 2);
    });

    withProvider.describe('at all', () => {
      withProvider.use({ isThere: false });
      withProvider('a missing provider is 2', async ({ page, server }) => {
        await play(page, server);
        await expectStatus(page, server, 2);
      });
    });
  });

  withProvider(
    'a provider without an answer in 5 s is 3, and the wait ends',
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
