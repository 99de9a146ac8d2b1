import { setTimeout as wait } from 'node:timers/promises';
import { takeCores } from '../../e2e/support/take-cores.ts';
import type { BusyFigures } from './busy-measures.ts';
import type { Lane } from './lane.ts';
import { type Bench, evaluate, type OpenPlayer, openPlayer, untilSeen } from './open-player.ts';
import { type Position, watchPosition } from './watch-position.ts';

/** A live stream has settled by then. A film has not fetched all of itself when it is disturbed. */
const settleMs = { live: 10_000, hls: 0, mp4: 0 } as const;
/** The goal for a stream's return to its target latency. */
const returnMs = 10_000;
const [busyMs, freeMs] = [3_000, 1_000];

/** Starts a disturbance, and returns what ends it. */
type Disturb = (player: OpenPlayer) => Promise<() => Promise<unknown>>;

const blockThread: Disturb = async (player) => {
  await evaluate(player.frame(), `benchBlock(${busyMs}, ${freeMs})`);
  return () => evaluate(player.frame(), 'benchUnblock()');
};

/** Plays twice, and disturbs for this many seconds: first the player's thread, then the machine. */
export async function measureBusy(bench: Bench, lane: Lane, seconds: number): Promise<BusyFigures> {
  const blocked = await playDisturbed(bench, lane, seconds, blockThread);
  const cores = await playDisturbed(bench, lane, seconds, takeCores);
  const still = { blockedStill: blocked.stillSec, coresStill: cores.stillSec };
  if (lane.source !== 'live') return still;
  return {
    ...still,
    distance: blocked.distanceSec,
    blockedBehind: blocked.behindSec,
    coresBehind: cores.behindSec,
  };
}

interface Outcome {
  stillSec: number;
  behindSec: number;
  distanceSec: number;
}

async function playDisturbed(
  bench: Bench,
  lane: Lane,
  seconds: number,
  disturb: Disturb,
): Promise<Outcome> {
  const player = await openPlayer(bench, lane, {
    throttling: 1,
    isAutoplay: true,
    withoutWorkers: true,
    prepare: async (frame) =>
      void (await frame.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `(${watchPosition})()`,
      })),
  });
  try {
    await player.navigate();
    await untilSeen(
      player,
      'a page that plays by itself playing',
      ({ firstFrameMs, isPlaying }) => firstFrameMs !== null && isPlaying,
    );
    await wait(settleMs[lane.source]);
    const before = await positionOf(player);
    const end = await disturb(player);
    await wait(seconds * 1_000);
    await end();
    const after = await positionOf(player);
    if (lane.source === 'live') await wait(returnMs);
    const last = await positionOf(player);
    return {
      stillSec: secondsBetween(before, after) - (after.playedSec - before.playedSec),
      behindSec: secondsBetween(before, last) - (last.currentSec - before.currentSec),
      distanceSec: before.endSec - before.currentSec,
    };
  } finally {
    await player.close();
  }
}

const secondsBetween = (from: Position, to: Position) => (to.nowMs - from.nowMs) / 1_000;

async function positionOf(player: OpenPlayer): Promise<Position> {
  const position = (await evaluate(player.frame(), 'benchPosition()')) as Position | null;
  if (position === null) throw new Error('The page has no video.');
  return position;
}
