import type { Page } from '@playwright/test';
import { type Gate, openGate } from '../../../e2e/support/gate.ts';
import { serveHostPage } from '../../../e2e/support/host-page.ts';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import { launchBrowser } from '../../support/launch-browser.ts';
import { countTimers, plantPageLeak, plantWorkerLeak } from './count-timers.ts';
import { hostHtml } from './host-html.ts';
import { type Target, withTargets } from './targets.ts';

/**
 * A host page with an embed on another site, a gate before the server, and their console messages.
 */
export interface Scene {
  page: Page;
  gate: Gate;
  server: ServerProcess;
  browser: string;
  /**
   * Console errors and warnings, and uncaught errors. Only those of failing requests are expected.
   */
  noise: string[];
  /** Runs `work` with the player's frame. */
  inFrame<T>(work: (frame: Target) => Promise<T>): Promise<T>;
  /** Runs `work` with the host page. */
  inPage<T>(work: (page: Target) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The video that loops: captions, several qualities, played by the engine in a worker. */
export const mainVideo = 'offstage001';

/**
 * The engine's compilers are off. Over hours they produce megabytes of code for the same scripts,
 * which would hide a leak of kilobytes. A function's feedback is allocated on its first run instead
 * of its eighth. Unused code is not flushed and compiled again.
 */
const steadyCode =
  '--js-flags=--no-sparkplug --no-maglev --no-turbofan --no-flush-bytecode --no-lazy-feedback-allocation';

const expectedNoise = /net::ERR_|Failed to load resource/;

export async function openScene(server: ServerProcess, isLeakPlanted: boolean): Promise<Scene> {
  const gate = await openGate(server.embedOrigin);
  const plant = (script: () => void) => (isLeakPlanted ? `(${script})();` : '');
  for (const worker of [/services-worker[^/]*\.js$/, /media-worker[^/]*\.js$/])
    gate.rewrite(worker, (text) => `(${countTimers})();${plant(plantWorkerLeak)}${text}`);
  const embedUrl = `${gate.origin}/embed/${mainVideo}?enablejsapi=1&autoplay=1&mute=1&loop=1`;
  const host = await serveHostPage(hostHtml(embedUrl));
  const { browser, close } = await launchBrowser([steadyCode]);
  const context = await browser.newContext();
  await context.addInitScript(`(${countTimers})();${plant(plantPageLeak)}`);
  const noise: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expectedNoise.test(message.text()))
      noise.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => noise.push(`uncaught: ${error.error().message}`));
  const page = await context.newPage();
  await page.goto(host.url);
  const inPage = async <T>(work: (target: Target) => Promise<T>) =>
    withTargets(await context.newCDPSession(page), work);
  return {
    page,
    gate,
    server,
    browser: `Chromium ${browser.version()}`,
    noise,
    inPage,
    inFrame: (work) =>
      inPage(async (target) => {
        const frame = (await target.children()).find(({ url }) => url.includes('/embed/'));
        if (frame === undefined) throw new Error('The host page has no player.');
        return work(frame);
      }),
    async close() {
      await close();
      await host.close();
      await gate.close();
    },
  };
}
