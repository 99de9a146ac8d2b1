import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as rawHostTest } from './support/raw-host.ts';
import { thorough } from './support/thorough.ts';

const test = rawHostTest.extend<{ mediaDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  mediaDir: async ({}, use) => {
    const mediaDir = mkdtempSync(join(tmpdir(), 'offstage-heartbeat-'));
    copyFileSync('media/offstage002.mp4', join(mediaDir, 'film.mp4'));
    await use(mediaDir);
    rmSync(mediaDir, { recursive: true });
  },
  server: async ({ servers, mediaDir }, use) => {
    writeSidecar(mediaDir, {});
    const server = await servers.start(['--media', mediaDir]);
    await use(server);
    await server.dispose();
  },
});

/** Writes the operator's sidecar of the film, complete at every moment. */
function writeSidecar(mediaDir: string, more: object): void {
  const sidecar = { id: 'heartbeat01', title: 'Film', heartbeatSec: 1, ...more };
  const written = `${mediaDir}.json`;
  writeFileSync(written, JSON.stringify(sidecar));
  renameSync(written, join(mediaDir, 'film.json'));
}

/**
 * The errors that an operator may write while the film plays, and the numbers that the host
 * receives.
 */
const refusals = [
  ['heartbeat.stop', 150],
  ['mrm.blocked', 151],
  ['embedder.identity.denied', 152],
  ['html5.unsupportedads', 5],
  ['html5.unsupportedlive', 5],
  ['publisher.example', 150],
] as const;

for (const runtime of ['worker', 'main'] as const)
  for (const [index, [errorCode, number]] of refusals.entries())
    test(
      `a playing video stops with ${errorCode} once the operator writes it: onError ${number} (runtime=${runtime}) [spec-8.3, spec-8.4, spec-8.5, spec-8.26, spec-8.28, spec-8.33]`,
      runtime === 'worker' && index === 0 ? {} : thorough,
      async ({ openRawHost, mediaDir }) => {
        const host = await openRawHost(
          `/embed/heartbeat01?enablejsapi=1&mute=1&loop=1&autoplay=1&runtime=${runtime}`,
        );
        await host.untilInfo('playerState', 1);
        writeSidecar(mediaDir, { unplayable: { errorCode, reason: 'The operator stopped it.' } });
        await expect.poll(() => host.values('onError')).toEqual([number]);
        await expect(host.player.getByRole('alert')).toContainText('The operator stopped it.');
        expect(
          await host.player.locator('video').evaluate((video: HTMLVideoElement) => video.paused),
        ).toBe(true);
      },
    );
