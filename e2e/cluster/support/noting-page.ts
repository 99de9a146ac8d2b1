import type { Browser } from '@playwright/test';
import { until } from '../../support/until.ts';

const noteEveryMs = 25;

/** An embed in a browser that logs numbered notes at an interval, in each tier in turn. */
export interface NotingPage {
  /** The video's current time. */
  positionSec(): Promise<number>;
  delivered(): Promise<number>;
  /**
   * Stops logging and waits until everything has arrived.
   * @returns the player's count of all its events, and how many of them were notes
   */
  finish(): Promise<{ notes: number; created: number; delivered: number; dropped: unknown }>;
  /** Errors in the page. Failed requests are expected here. */
  complaints: readonly string[];
  close(): Promise<void>;
}

declare global {
  interface Window {
    notes: { count: number; stop(): void };
  }
}

export async function openNotingPage(
  browser: Browser,
  origin: string,
  path = '/embed/offstage002',
): Promise<NotingPage> {
  // The proxy's certificate is self-signed.
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const complaints: string[] = [];
  context.on('console', (message) => {
    const isOfNetwork = /net::ERR_|Failed to load resource/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isOfNetwork)
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  await page.evaluate((everyMs) => {
    const tiers = ['default', 'dispatch_to_empty', 'fast', 'immediate'] as const;
    const timer = setInterval(() => {
      const n = window.notes.count;
      window.notes.count += 1;
      window.offstage.log('note', { n }, { tier: tiers[n % tiers.length] ?? 'default' });
    }, everyMs);
    window.notes = { count: 0, stop: () => clearInterval(timer) };
  }, noteEveryMs);
  const accounting = () => page.evaluate(() => window.offstage.accounting());
  return {
    complaints,
    positionSec: () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime),
    delivered: async () => (await accounting()).delivered,
    async finish() {
      await page.evaluate(() => window.notes.stop());
      const { created, delivered, dropped } = await until(
        'the embed has delivered everything',
        async () => {
          await page.evaluate(() => window.offstage.flush());
          const now = await accounting();
          return now.queued === 0 ? now : null;
        },
      );
      return { notes: await page.evaluate(() => window.notes.count), created, delivered, dropped };
    },
    close: () => context.close(),
  };
}
