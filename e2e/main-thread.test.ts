import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { openHost } from './support/host.ts';
import type { Server } from './support/server-process.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';
import { type RanScripts, startTrace } from './support/trace.ts';

const assets = new URL('../dist/page/assets/', import.meta.url);

/** Every built script with a module of the services, found by its source map, whatever its name. */
function servicesScripts(): string[] {
  return readdirSync(assets)
    .filter((name) => name.endsWith('.js.map'))
    .filter((name) => {
      const { sources } = JSON.parse(readFileSync(new URL(name, assets), 'utf8')) as {
        sources: string[];
      };
      return sources.some((source) => /^(\.\.\/)+worker\//.test(source));
    })
    .map((name) => name.replace(/\.map$/, ''));
}

function ofServices(urls: Set<string>): string[] {
  const scripts = servicesScripts();
  return [...urls].filter((url) => scripts.some((name) => url.endsWith(`/assets/${name}`)));
}

/**
 * A viewer watches, and the page sends the resulting logs.
 * @returns the scripts that ran meanwhile, by thread
 */
async function watch(
  { page, browser, server }: { page: Page; browser: Browser; server: Server },
  query: string,
  seconds: number,
): Promise<RanScripts> {
  const host = await openHost(page, server, query);
  const endTrace = await startTrace(browser);
  // A minute of video takes half a minute.
  await page.evaluate(() => {
    const message = { event: 'command', func: 'setPlaybackRate', args: [2] };
    document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(message), '*');
  });
  await host.click('Play');
  await host.untilState(1);
  await expect
    .poll(async () => Number((await host.info()).currentTime), {
      timeout: 2_000 * seconds + 30_000,
    })
    .toBeGreaterThan(seconds);
  return endTrace();
}

test(
  'in a minute of playback the services run no task on the main thread',
  thorough,
  async ({ page, browser, server }) => {
    test.setTimeout(300_000);
    const { mainThread, dedicatedWorker } = await watch({ page, browser, server }, '', 60);
    expect(ofServices(mainThread)).toEqual([]);
    // Check that the measurement sees the page on its thread, and both scripts of the services on
    // theirs.
    expect([...mainThread]).toContainEqual(expect.stringMatching(/\/assets\/page-[^/]+\.js$/));
    for (const script of [/\/services-worker-/, /\/later-scripts-/])
      expect(ofServices(dedicatedWorker)).toContainEqual(expect.stringMatching(script));
  },
);

test(
  'with runtime=main the same measurement finds the services on the main thread',
  thorough,
  async ({ page, browser, server }) => {
    const { mainThread, dedicatedWorker } = await watch(
      { page, browser, server },
      '?runtime=main',
      8,
    );
    for (const script of [/\/start-page-services-/, /\/later-scripts-/])
      expect(ofServices(mainThread)).toContainEqual(expect.stringMatching(script));
    expect(ofServices(dedicatedWorker)).toEqual([]);
  },
);
