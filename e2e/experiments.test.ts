import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExperimentReport } from '../shared/telemetry/experiment-report.ts';
import { storedEvents } from './support/intake.ts';
import { openRawHost, type RawHostFixtures } from './support/raw-host.ts';
import { playerFrame } from './support/sequences.ts';
import { test as base, expect } from './support/test.ts';

const test = base.extend<RawHostFixtures>({
  openRawHost,
  /** With another build: the same files, and a page that says that it is another one. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this pattern
  serverArgs: async ({}, use) => {
    const buildDir = mkdtempSync(join(tmpdir(), 'offstage-build-'));
    cpSync('dist/page', buildDir, { recursive: true });
    const file = join(buildDir, 'index.html');
    writeFileSync(file, readFileSync(file, 'utf8').replace('<head>', '<head><meta name="next">'));
    await use(['--experiment', `canary=100%,build=${buildDir},runtime=main`]);
    rmSync(buildDir, { recursive: true });
  },
});

test('a canary’s page plays a film from the other build without a worker, and its events are compared as the treatment [feature-experiments]', async ({
  openRawHost,
  page,
  server,
}) => {
  // The experiment runs once the server has read its store.
  const arm = async () =>
    /"serializedForcedExperimentIds":"(\d+)"/.exec(
      await (await fetch(`${server.embedOrigin}/embed/offstage002`)).text(),
    )?.[1];
  await expect.poll(arm).toBeDefined();
  const host = await openRawHost('/embed/offstage002?mute=1&enablejsapi=1');
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await expect(playerFrame(page).locator('meta[name=next]')).toHaveCount(1);
  expect(page.workers()).toEqual([]);
  const stored = async (wanted: string) =>
    (await storedEvents(server)).filter(({ name }) => name === wanted);
  // A page that is left before its statistics have loaded reports no playback.
  await expect.poll(() => stored('video_stats.playback')).toHaveLength(1);
  await page.goto('about:blank');
  const report = async () =>
    (await (await fetch(`${server.demoOrigin}/telemetry/experiments`)).json()) as ExperimentReport;
  const started = async () =>
    (await report()).experiments[0]?.comparisons.find(
      ({ measure }) => measure === 'first_frame_p50',
    );
  await expect
    .poll(started)
    .toMatchObject({ control: { count: 0 }, treatment: { count: 1 }, change: null });
  expect((await report()).experiments).toMatchObject([
    { name: 'canary', share: 1, state: 'running', effect: expect.stringContaining('runtime=main') },
  ]);
  const [event] = await stored('embed_loaded');
  expect(JSON.stringify(event)).toContain(`"experimentIds":[${await arm()}]`);
});
