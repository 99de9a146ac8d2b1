import type { Page } from '@playwright/test';
import { serveHostPage } from './support/host-page.ts';
import { contextOfCall, play, untilReported, video } from './support/probed-page.ts';
import { scriptRuns } from './support/script-runs.ts';
import type { Server } from './support/server-process.ts';
import { test } from './support/shared-context.ts';
import { providerEntries } from './support/telemetry.ts';
import { expect } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const scriptPath = '/bot-detection/botd.js';

const leftovers = (page: Page) =>
  page.evaluate((path) => {
    const scripts = document.querySelectorAll(`script[src$="${path}"]`).length;
    return { scripts, hasGlobal: 'offstageBotDetection' in window };
  }, scriptPath);
const nothing = { scripts: 0, hasGlobal: false };

test.describe('the bot detection', () => {
  test.use({ serverArgs: ['--bot-detection', 'on'] });

  async function expectDetected(page: Page, server: Server): Promise<void> {
    const entry = await untilReported(page, server, 'bot_detection');
    expect(entry).toMatchObject({ state: 6, event: 'answered' });
    expect(JSON.parse(String(entry.detail))).toMatchObject({ bot: true });
    expect(await contextOfCall(page)).toMatchObject({
      request: { attestationResponseData: { webResponse: entry.detail } },
    });
    await expect.poll(() => leftovers(page)).toEqual(nothing);
  }

  test(
    'BotD detects this browser, API calls carry the result, and nothing of BotD remains (runtime=main)',
    thorough,
    async ({ page, server }) => {
      await play(page, server, '&runtime=main');
      await expectDetected(page, server);
    },
  );

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

    test('still works', thorough, async ({ page, server }) => {
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

  test.describe('with a failure or a restart', () => {
    test.use({ expectedNoise: /Failed to load resource|^uncaught: / });

    test('reports a blocked script as state 3', async ({ page, server }) => {
      await page.route(`**${scriptPath}`, (route) => route.abort('blockedbyclient'));
      await play(page, server);
      expect(await untilReported(page, server, 'bot_detection')).toMatchObject({
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
          expect(await untilReported(page, server, 'bot_detection')).toMatchObject({
            state: 4,
            event: 'js_failed',
          });
          await expect.poll(() => leftovers(page)).toEqual(nothing);
        },
      );
    }

    test('BotD detects this browser, API calls carry the result, nothing of BotD remains, and restarted services run it again (runtime=worker)', async ({
      context,
      server,
    }) => {
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
      await expectDetected(page, server);
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
      expect(await untilReported(page, server, 'bot_detection')).toMatchObject({
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
