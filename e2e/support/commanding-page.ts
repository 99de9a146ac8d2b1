import type { Page, Request } from '@playwright/test';
import { bodyOf } from './body-of.ts';
import { makeChannelLibrary } from './channel-library.ts';
import { test as base } from './shared-context.ts';

/** A library with a channel and a list, whose viewer is signed in by the operator's proxy. */
export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  serverArgs: async ({}, use) => {
    const { mediaDir, remove } = makeChannelLibrary();
    await use(['--media', mediaDir, '--logged-in-header', 'X-Forwarded-User']);
    remove();
  },
  page: async ({ page }, use) => {
    await page.setExtraHTTPHeaders({ 'X-Forwarded-User': 'ann' });
    await use(page);
  },
});

/** The body of the page's next call to this API path, compressed or not. */
export async function nextCall(page: Page, path: string, act: () => Promise<void>) {
  const [request] = await Promise.all([
    page.waitForRequest(isCallTo(path), { timeout: 30_000 }),
    act(),
  ]);
  return bodyOf(request);
}

const isCallTo = (path: string) => (request: Request) =>
  new URL(request.url()).pathname === `/youtubei/v1/${path}`;

export const control = (page: Page, name: string) => page.locator(`[data-visual-element=${name}]`);

export async function readFeedback(embedOrigin: string) {
  const text = await (await fetch(`${embedOrigin}/telemetry/feedback`)).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
