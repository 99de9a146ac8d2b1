import { catchUpLimits } from '../../../../shared/limits/catch-up-limits.ts';
import {
  type CatchUp,
  type LiveReading,
  nextCatchUp,
  noteStall,
  startCatchUp,
} from '../../../../shared/player/catch-up.ts';

const { jumpAfterSec } = catchUpLimits;

/** Playback at its target latency, 100 s into the stream. */
const atTarget: LiveReading = {
  nowMs: 0,
  positionSec: 100,
  behindSec: 0,
  edgeSec: 1.5,
  aheadSec: 2,
  rate: 1,
  isPaused: false,
  isSeeking: false,
  canGoOn: true,
};

/** Goes through readings that differ from playback at its target. */
export function goOn(
  memory: CatchUp,
  ...readings: Partial<LiveReading>[]
): ReturnType<typeof nextCatchUp> {
  return readings.reduce<ReturnType<typeof nextCatchUp>>(
    (last, reading) => nextCatchUp(last.memory, { ...atTarget, ...reading }),
    { memory, action: { type: 'none' } },
  );
}

/** A stream that has played just long enough to jump, at `atTarget`. */
export const played = (isFollowing = true): CatchUp => ({
  ...startCatchUp(isFollowing),
  begunSec: atTarget.positionSec - jumpAfterSec,
});

/** A stream begins at this reading, and plays until it could jump. */
export const begins = (reading: Partial<LiveReading>): Partial<LiveReading>[] => [
  reading,
  { ...reading, positionSec: (reading.positionSec ?? atTarget.positionSec) + jumpAfterSec },
];

/** @returns the action at the last of these readings of a stream that has played */
export const after = (...readings: Partial<LiveReading>[]) => goOn(played(), ...readings).action;

export const stalls = (count: number) =>
  Array.from({ length: count }).reduce<CatchUp>((memory) => noteStall(memory, 0), played());
