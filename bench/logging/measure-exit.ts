import { setTimeout as wait } from 'node:timers/promises';
import type { Lane } from './lanes.ts';
import type { Figures } from './measures.ts';
import type { LanePage } from './open-lane.ts';
import { type Bench, startTrial, type Trial, untilArrived } from './trial.ts';

export type ExitKind = 'removed' | 'killed';

const burstCount = 200;
const removeAt = 100;
const killAfterMs = 100;
/** Time for the host to receive reports of logged events; later ones are lost. */
const reportMs = 500;
/** Time for the reopened page to deliver the first page's events. */
const recoveryMs = 15_000;

/**
 * Ends a page during or after a burst of events. When this resolves, the burst and the end are
 * over. The returned function waits for the next page's events, so that the caller can wait for
 * several at once.
 */
export async function measureExit(
  bench: Bench,
  lane: Lane,
  kind: ExitKind,
): Promise<() => Promise<Figures>> {
  const trial = await startTrial(bench, lane);
  try {
    const first = await trial.open.openPage();
    await wait(1_000);
    trial.open.collector.start(trial.run);
    const count =
      kind === 'removed' ? await removeInBurst(first, trial) : await killAfterBurst(first, trial);
    return () => recover(trial, first, kind, count);
  } catch (error) {
    await trial.open.close();
    throw error;
  }
}

const burstOf = ({ run }: Trial) => ({
  run,
  from: 0,
  count: burstCount,
  eventsPerTask: 10,
  gapMs: 0,
  isBaseline: false,
});

/**
 * @returns number of events that were certainly logged, because the frame reported them to its host
 */
async function removeInBurst({ page, frame }: LanePage, trial: Trial): Promise<number> {
  await page.evaluate((count) => {
    window.removeAt = count;
  }, removeAt);
  // The frame is removed before it can answer.
  await frame
    .evaluate((options) => window.benchDrive(options), burstOf(trial))
    .catch(() => undefined);
  await wait(reportMs);
  return page.evaluate(() => window.loggedCount);
}

async function killAfterBurst({ frame, cdp }: LanePage, trial: Trial): Promise<number> {
  await frame.evaluate((options) => window.benchDrive(options), burstOf(trial));
  await wait(killAfterMs);
  // The crashed page never answers.
  cdp.send('Page.crash').catch(() => undefined);
  await wait(reportMs);
  return burstCount;
}

async function recover(
  { open, fate }: Trial,
  first: LanePage,
  kind: ExitKind,
  count: number,
): Promise<Figures> {
  try {
    await first.page.close();
    await open.openPage();
    await untilArrived(open.collector, count, recoveryMs);
    await wait(1_000);
    const { lost, twice, storedTwice } = await fate(count);
    return {
      [`${kind}Lost`]: (lost / count) * 100,
      [`${kind}Twice`]: (twice / count) * 100,
      storedTwice,
    };
  } finally {
    await open.close();
  }
}
