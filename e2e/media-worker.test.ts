import type { Page } from '@playwright/test';
import { playerLimits } from '../shared/limits/player-limits.ts';
import { clickControl } from './support/click-control.ts';
import { openGate } from './support/gate.ts';
import { holdScript } from './support/hold-script.ts';
import { holdTimers } from './support/hold-timers.ts';
import type { Server } from './support/server-process.ts';
import { reportedErrors } from './support/telemetry.ts';
import { expect, test } from './support/test.ts';
import { thorough } from './support/thorough.ts';

const engineOf = (page: Page) => page.evaluate(() => window.offstage.diagnose()?.player.engine);
const mediaWorkers = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('/media-worker-'));
const timeOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function play(page: Page, server: Pick<Server, 'embedOrigin'>, query = ''): Promise<void> {
  await page.goto(`${server.embedOrigin}/embed/offstage001?autoplay=1&mute=1${query}`);
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
}

test('a stream with autoplay is fetched before the page has its script, and nothing of it twice, in one worker whose script is fetched once', async ({
  page,
  server,
}) => {
  const gate = await openGate(server.embedOrigin);
  let scriptCount = 0;
  gate.rewrite(/\/media-worker-[\w-]+\.js$/, (bytes) => {
    scriptCount += 1;
    return bytes;
  });
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/media\/(.*\.(?:m3u8|cmf[va]))$/.exec(request.url()) ?? [];
    if (name) fetched.push([name, request.headers().range].filter(Boolean).join(' '));
  });
  const letCome = await holdScript(page);
  await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`, { waitUntil: 'commit' });
  // The film's initialization section and first segment, then the playlists.
  await expect.poll(() => fetched).toContain('offstage001.m3u8');
  expect(fetched[0]).toMatch(/\.cmfv bytes=0-/);
  expect(fetched[1]).toMatch(/\.cmfv bytes=[1-9]/);
  const video = page.locator('video');
  const readyState = () => video.evaluate((element: HTMLVideoElement) => element.readyState);
  await expect.poll(readyState).toBeGreaterThanOrEqual(3);
  const [early] = mediaWorkers(page);
  expect(await page.evaluate(() => 'offstage' in window)).toBe(false);
  const source = await video.evaluateHandle((element: HTMLVideoElement) => element.srcObject);
  letCome();
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  // The markup has started a worker, and the player uses that one.
  expect(mediaWorkers(page)).toEqual([early]);
  expect(scriptCount).toBe(1);
  expect(await engineOf(page)).toBe('hls.js in a worker');
  expect(
    await source.evaluate((known) => known === document.querySelector('video')?.srcObject),
  ).toBe(true);
  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());
  await gate.close();
});

test('the markup starts no media worker for a stream that waits for its viewer, a player without workers, or a file', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    const made: string[] = [];
    Object.assign(window, { made });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        made.push(options?.name ?? '');
      }
    };
  });
  for (const [path, engine] of [
    ['offstage001', ''],
    ['offstage002?autoplay=1&mute=1', 'native'],
    ['offstage001?autoplay=1&mute=1&runtime=main', 'hls.js'],
  ]) {
    const letCome = await holdScript(page);
    await page.goto(`${server.embedOrigin}/embed/${path}`, { waitUntil: 'commit' });
    await expect(page.locator('.ui')).toBeAttached();
    expect(await page.evaluate('made')).toEqual([]);
    letCome();
    await expect(page.locator('#video-player')).not.toHaveAttribute('data-state', 'unstarted');
    if (engine !== '') await expect.poll(() => engineOf(page)).toBe(engine);
    await page.unrouteAll();
  }
  expect(page.workers()).toHaveLength(0);
});

for (const { until, comes } of [
  { until: 'it is shown', comes: 'media' },
  { until: 'it has taken too long', comes: 'timer' },
]) {
  test(`with autoplay, the services wait until ${until}`, async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    const letMediaCome = gate.hold(({ url }) => /\.cmf[va]$/.test(url ?? ''));
    const fireTimers = await holdTimers(page, playerLimits.firstFrameMs);
    const servicesWorkers = () =>
      page.workers().filter((worker) => worker.url().includes('/services-worker-')).length;
    await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'buffering');
    // Everything that waits only for idle time has run.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          requestIdleCallback(() => requestIdleCallback(() => resolve())),
        ),
    );
    expect(servicesWorkers()).toBe(0);
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).not.toContainEqual(expect.stringContaining('/start-when-idle-'));
    if (comes === 'media') letMediaCome();
    else await fireTimers();
    await expect.poll(servicesWorkers).toBe(1);
    letMediaCome();
    // Without its page, nothing asks the closed gate.
    await page.goto('about:blank');
    await gate.close();
  });
}

test('a film begins before hls.js has come, and goes on with it', async ({ page, server }) => {
  const gate = await openGate(server.embedOrigin);
  const letHlsCome = gate.hold(({ url }) => url?.includes('/serve-playback-') ?? false);
  await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
  await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
  const source = await page
    .locator('video')
    .evaluateHandle((video: HTMLVideoElement) => video.srcObject);
  letHlsCome();
  const bufferedTo = () =>
    page.locator('video').evaluate(({ buffered }: HTMLVideoElement) => buffered.end(0));
  await expect.poll(bufferedTo).toBeGreaterThan(12);
  expect(
    await source.evaluate((known) => known === document.querySelector('video')?.srcObject),
  ).toBe(true);
  expect(await engineOf(page)).toBe('hls.js in a worker');
  await gate.close();
});

test.describe('a worker that fails', () => {
  // If that is before the player has taken it over, the browser reports the error too.
  test.use({ expectedNoise: /Failed to fetch dynamically imported module: .*serve-playback/ });

  test('without hls.js the page plays the film after its opening, and the operator is informed', async ({
    page,
    server,
  }) => {
    const gate = await openGate(server.embedOrigin);
    gate.answer(/\/serve-playback-/, { status: 404 });
    await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`);
    await expect.poll(() => engineOf(page)).toBe('hls.js');
    await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5);
    await page.evaluate(() => window.offstage.flush());
    await expect
      .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
      .toContainEqual(expect.stringContaining('the media worker died'));
    await gate.close();
  });
});

test(
  'a worker that the markup failed to start is not retried: the page plays, and the operator is informed',
  thorough,
  async ({ page, server }) => {
    const gate = await openGate(server.embedOrigin);
    gate.answer(/media-worker-/, { status: 503 });
    const letCome = await holdScript(page);
    await page.goto(`${gate.origin}/embed/offstage001?autoplay=1&mute=1`, { waitUntil: 'commit' });
    await expect.poll(() => page.evaluate('window.offstageMediaWorker')).toBeNull();
    letCome();
    await expect(page.locator('#video-player')).toHaveAttribute('data-state', 'playing');
    expect(await engineOf(page)).toBe('hls.js');
    expect(gate.answeredCount()).toBe(1);
    await expect
      .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
      .toContainEqual(expect.stringContaining('the media worker died: it did not start'));
    await gate.close();
  },
);

test('when a media worker dies, the page takes over at the same time with the viewer’s settings, and the operator is informed', async ({
  page,
  server,
}) => {
  await play(page, server, '&start=5');
  // The video must not end before its worker dies, however slow the machine.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    Object.assign(video, { playbackRate: 0.25, defaultPlaybackRate: 0.25 });
  });
  await clickControl(page.getByRole('button', { name: 'Settings' }));
  await page.getByRole('menuitem', { name: /Quality/ }).click();
  await page.getByRole('menuitemradio', { name: '240p' }).click();
  const diedAt = await timeOf(page);
  expect(mediaWorkers(page)).toHaveLength(1);
  await mediaWorkers(page)[0]?.evaluate(() => self.close());
  await expect.poll(() => engineOf(page)).toBe('hls.js');
  await expect.poll(() => timeOf(page)).toBeGreaterThan(diedAt + 0.3);
  const root = page.locator('#video-player');
  await expect(root).toHaveAttribute('data-state', 'playing');
  await expect(root).not.toHaveAttribute('data-error');
  await expect
    .poll(() =>
      page.locator('video').evaluate(({ playbackRate, muted, videoHeight }: HTMLVideoElement) => ({
        playbackRate,
        muted,
        videoHeight,
      })),
    )
    .toEqual({ playbackRate: 0.25, muted: true, videoHeight: 240 });
  await expect
    .poll(async () => (await reportedErrors(server)).map(({ message }) => message))
    .toContainEqual(expect.stringContaining('the media worker died'));
  expect(mediaWorkers(page)).toHaveLength(0);
});
