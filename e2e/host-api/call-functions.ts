import { expect, type RawHost } from '../support/raw-host.ts';
import type { Row } from './function-rows.ts';

/** Calls functions in order, and expects the host’s values afterwards. */
export async function expectReported(
  host: RawHost,
  { calls, reported }: Pick<Row, 'calls' | 'reported'>,
): Promise<void> {
  for (const call of calls) await callAndSettle(host, call);
  // Answered after the row's calls, so their effects are complete.
  const answers = (await host.values('onDiagnose')).length;
  await host.command('diagnose');
  await expect.poll(() => host.values('onDiagnose')).toHaveLength(answers + 1);
  await expect.poll(() => host.info()).toMatchObject(reported);
}

/** Plays until the viewer sees a frame. */
export async function play(host: RawHost): Promise<void> {
  await host.command('playVideo');
  await host.untilInfo('playerState', 1);
  await expect.poll(async () => Number((await host.info()).currentTime)).toBeGreaterThan(0.2);
}

/** Calls that load another video: a row's next call must find it playing, or ended. */
async function callAndSettle(
  host: RawHost,
  [func, ...args]: [string, ...unknown[]],
): Promise<void> {
  const bringsVideo = /^(?:playVideoAt|nextVideo)$/.test(func);
  if (bringsVideo) await host.forget();
  await host.command(func, ...args);
  if (bringsVideo)
    await expect
      .poll(async () => [0, 1].includes(Number((await host.info()).playerState)))
      .toBe(true);
}
