import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { summary } from '../../e2e/support/intake.ts';
import { startServerProcess } from '../../e2e/support/server-process.ts';
import { until } from '../../e2e/support/until.ts';
import type { Sample } from '../report/part-report.ts';

/**
 * Measures the load of one viewer who opens an embed and plays. The opening, up to the first
 * events, is counted separately.
 */
export async function measureViewer(seconds: number): Promise<Sample['figures']> {
  const server = await startServerProcess();
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const page = await browser.newPage();
    const pageBytes: number[] = [];
    let ofTelemetry = 0;
    page.on('requestfinished', async (request) => {
      const path = new URL(request.url()).pathname;
      if (/^\/(youtubei\/v1\/(log_event|video_stats)|log$|generate_204)/.test(path))
        ofTelemetry += 1;
      if (path.startsWith('/media/')) return;
      const { responseBodySize, responseHeadersSize } = await request
        .sizes()
        .catch(() => unknownSize);
      pageBytes.push(responseBodySize + responseHeadersSize);
    });
    await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1`);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
    await until('its first events have come', async () => (await summary(server)).events > 0);
    await page.evaluate(() => window.offstage.flush());
    const before = { ...(await summary(server)), telemetry: ofTelemetry };
    const openBytes = pageBytes.reduce((sum, one) => sum + one, 0);
    await wait(seconds * 1_000);
    await page.evaluate(() => window.offstage.flush());
    const after = await summary(server);
    const minutes = seconds / 60;
    return {
      openEvents: before.events,
      openBytes,
      openRequests: before.telemetry,
      eventsPerMin: (after.events - before.events) / minutes,
      requestsPerMin: (ofTelemetry - before.telemetry) / minutes,
      bytesPerMin: (after.bytes - before.bytes) / minutes,
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

const unknownSize = { responseBodySize: 0, responseHeadersSize: 0 };
