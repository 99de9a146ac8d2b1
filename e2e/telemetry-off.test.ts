import { test } from './support/shared-context.ts';
import { expect } from './support/test.ts';

test.use({ serverArgs: ['--telemetry', 'off'] });

for (const runtime of ['worker', 'main'] as const) {
  test(`with the telemetry off (runtime=${runtime}) the video plays, and nothing is logged, stored, sent or checked`, async ({
    page,
    server,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${server.embedOrigin}/embed/offstage002?runtime=${runtime}&autoplay=1&mute=1`);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
      .toBeGreaterThan(1);
    // The services start when the video plays; on a busy machine some time later.
    await expect
      .poll(() => page.evaluate(() => window.offstage.diagnose()?.services))
      .toMatchObject({
        place: runtime === 'main' ? 'page' : 'worker',
        queue: 'off',
        queueDenied: null,
      });
    const seen = await page.evaluate(async () => {
      window.offstage.log('note', { n: 1 }, { tier: 'immediate' });
      return {
        flushed: await window.offstage.flush(),
        accounting: window.offstage.accounting(),
        databases: await indexedDB.databases(),
        stored: localStorage.length,
      };
    });
    expect(seen).toMatchObject({
      flushed: { ok: true, value: { delivered: 0, queued: 0 } },
      accounting: { created: 0, delivered: 0, queued: 0 },
      databases: [],
      stored: 0,
    });
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.goto('about:blank');
    expect(asked.filter((path) => /log_event|video_stats|^\/log$|generate_204/.test(path))).toEqual(
      [],
    );
  });
}

test.describe('a page from before the switch', () => {
  test.use({ expectedNoise: /410 \(Gone\)/ });

  test('retries once, then drops its events and counts them', async ({ page, server }) => {
    await page.route('**/embed/*', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({
        response,
        body: html.replace('"telemetry":false', '"telemetry":true'),
      });
    });
    await page.goto(`${server.embedOrigin}/embed/offstage002`);
    await page.evaluate(() => window.offstage.log('note', { n: 1 }, { tier: 'immediate' }));
    await expect
      .poll(() =>
        page.evaluate(async () => {
          await window.offstage.flush();
          const { created, dropped } = window.offstage.accounting();
          return created - dropped.rejected;
        }),
      )
      .toBe(0);
    expect(await page.evaluate(() => window.offstage.accounting().delivered)).toBe(0);
  });
});
