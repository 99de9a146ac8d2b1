import type { PerformanceReport } from '../../sdk/performance-report.ts';
import { expect, type RawHost, test } from '../support/raw-host.ts';
import { thorough } from '../support/thorough.ts';

const reports = (host: RawHost) =>
  host.values('onPerformanceReport') as Promise<PerformanceReport[]>;
const reasons = async (host: RawHost) => (await reports(host)).map(({ reason }) => reason);

/** Waits until the quality has been lowered. */
async function bytesWhenReduced(host: RawHost) {
  await expect.poll(() => reasons(host)).toContain('quality_reduced');
  return (await reports(host)).find(({ reason }) => reason === 'quality_reduced')?.mediaBytes;
}

for (const { form, videoId, budget, mark } of [
  { form: 'HLS', videoId: 'offstage001', budget: 1_300_000, mark: {} },
  { form: 'DASH', videoId: 'offstage003', budget: 700_000, mark: thorough },
]) {
  const path = `/embed/${videoId}?mute=1&enablejsapi=1`;

  test(
    `the quality of ${form} is lowered before a host’s budget of media is exceeded, and the host hears it [feature-media-budget]`,
    mark,
    async ({ openRawHost }) => {
      const host = await openRawHost(path);
      await host.subscribe('onPerformanceReport');
      await host.command('setPerformanceBudget', { mediaBytes: budget });
      await host.command('playVideo');
      // RxPlayer begins with the lowest quality and needs some segments to raise it.
      await host.command('setPlaybackRate', 2);
      expect(await bytesWhenReduced(host)).toBeLessThan(budget);
      await host.untilInfo('playbackQuality', 'small');
    },
  );

  test(
    `a video of ${form} that is played to its end within a host’s budget takes no more from the network`,
    thorough,
    async ({ openRawHost, page }) => {
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        if (/\.(cmf[av]|m4s|mp4)\b/.test(request.url()))
          sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      const host = await openRawHost(path);
      await host.subscribe('onPerformanceReport');
      await host.command('setPerformanceBudget', { mediaBytes: budget });
      await host.command('playVideo');
      await host.untilInfo('playerState', 1);
      await host.command('setPlaybackRate', 2);
      await expect.poll(() => reasons(host), { timeout: 120_000 }).toContain('ended');
      const counted = (await reports(host)).at(-1)?.mediaBytes ?? 0;
      const loaded = (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
      // The estimate is near what the network says, which is within the budget.
      expect(counted / loaded).toBeGreaterThan(0.8);
      expect(counted / loaded).toBeLessThan(1.3);
      expect(Math.max(loaded, counted)).toBeLessThanOrEqual(budget);
    },
  );
}

test('a video is not loaded far ahead while the script that keeps the budget is on its way', async ({
  openRawHost,
  page,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/measure-for-host-/, async (route) => {
    await held;
    await route.continue();
  });
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.subscribe('onPerformanceReport');
  await host.command('setPerformanceBudget', { mediaBytes: 1_300_000 });
  await host.command('playVideo');
  // All of the film is loaded in this time without a budget.
  await expect.poll(async () => (await host.info()).currentTime).toBeGreaterThan(4);
  release();
  expect(await bytesWhenReduced(host)).toBeLessThan(1_300_000);
});

for (const { title, budget, preload } of [
  {
    title: 'loads nothing with a budget of media',
    budget: { mediaBytes: 1_300_000 },
    preload: 'none',
  },
  {
    title: 'prepares the video without a budget of media',
    budget: { inpMs: 200 },
    preload: 'metadata',
  },
])
  test(`reaching for the play button ${title}`, async ({ openRawHost }) => {
    const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
    const video = host.player.locator('video');
    await expect(video).toHaveAttribute('preload', 'none');
    await host.subscribe('onPerformanceReport');
    await host.command('setPerformanceBudget', budget);
    await expect.poll(() => reasons(host)).toContain('asked');
    await host.player.getByRole('button', { name: 'Play', exact: true }).first().hover();
    await expect(video).toHaveAttribute('preload', preload);
    await host.command('playVideo');
    await host.untilInfo('playerState', 1);
  });

test('a quality that the host has chosen stays, and the budget is broken', async ({
  openRawHost,
}) => {
  const host = await openRawHost('/embed/offstage001?mute=1&enablejsapi=1');
  await host.subscribe('onPerformanceReport');
  await host.command('setPlaybackQuality', 'hd720');
  await host.command('setPerformanceBudget', { mediaBytes: 100_000 });
  await host.command('playVideo');
  await expect.poll(() => reasons(host)).toContain('budget_broken');
  await host.untilInfo('playbackQuality', 'hd720');
  expect(await reasons(host)).not.toContain('quality_reduced');
});
