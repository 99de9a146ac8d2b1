import type { Page, Request } from '@playwright/test';
import { bodyOf } from './body-of.ts';
import type { Server } from './server-process.ts';
import { providerEntries } from './telemetry.ts';
import { expect } from './test.ts';

export const video = 'offstage002';

/** Plays until the viewer sees a frame. */
export async function play(page: Page, server: Server, query = ''): Promise<void> {
  await page.goto(`${server.embedOrigin}/embed/${video}?autoplay=1&mute=1${query}`);
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
    .toBeGreaterThan(0);
}

/** Waits until the provider's log has entries of a kind, and speeds that up. */
export async function untilReported(
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
export async function contextOfCall(page: Page): Promise<Record<string, unknown>> {
  const call = page.context().waitForEvent('request', isCall);
  await page.evaluate(() => window.offstage.api('subscribe', { channelIds: ['UC1'] }));
  return bodyOf(await call).context;
}

function isCall(request: Request): boolean {
  return new URL(request.url()).pathname === '/youtubei/v1/subscription/subscribe';
}
