import { catchUpLimits } from '../limits/catch-up-limits.ts';

/** A live stream's playback at one moment. */
export interface LiveReading {
  /** Milliseconds of a monotonic clock. */
  nowMs: number;
  positionSec: number;
  /** Seconds behind the target latency of a stream without stalls; negative: nearer to the edge. */
  behindSec: number;
  /** A seek that ends up to this far behind the target is one to the edge. */
  edgeSec: number;
  /** Fetched media ahead of the position. */
  aheadSec: number;
  rate: number;
  isPaused: boolean;
  isSeeking: boolean;
  /** The element has data to play on. */
  canGoOn: boolean;
}

/** Memory from one reading to the next. */
export interface CatchUp {
  /** False where viewer or host have chosen another moment than the edge. */
  readonly isFollowing: boolean;
  /** `new`: never played. `held`: paused, or at a rate that viewer or host chose. */
  readonly phase: 'new' | 'playing' | 'held';
  /**
   * How far the clock was ahead of the position when it was last not `held`, in seconds; of a
   * stream that begins `held`, at its first reading. A seek forward while `held` lowers it.
   */
  readonly freeLagSec: number;
  /**
   * The last one outside seeks: a jump that the page refuses, because of a newer seek, ends there
   * again, and is no seek back.
   */
  readonly positionSec: number;
  /** Whether it could play on at that position: engines skip missing media only where it cannot. */
  readonly couldGoOn: boolean;
  /** Where the last jump went; `null` before the first. */
  readonly jumpToSec: number | null;
  /**
   * The target when it was first known: hls.js starts there or later, so a seek to before it is the
   * viewer's or the host's, also before the first picture. `-Infinity`: playback had begun by then.
   */
  readonly firstTargetSec: number | null;
  /** Where playback began after the start or the last seek; `null` until it does. */
  readonly begunSec: number | null;
  /** When it jumped. */
  readonly jumpsMs: readonly number[];
  /** When it stalled or jumped. */
  readonly stallsMs: readonly number[];
}

export type CatchUpAction =
  | { type: 'none' }
  | { type: 'rate'; rate: number }
  | { type: 'jump'; toSec: number };

/** @param isFollowing whether playback starts at the edge */
export function startCatchUp(isFollowing: boolean): CatchUp {
  return {
    isFollowing,
    phase: 'new',
    freeLagSec: 0,
    positionSec: 0,
    couldGoOn: false,
    jumpToSec: null,
    firstTargetSec: null,
    begunSec: null,
    jumpsMs: [],
    stallsMs: [],
  };
}

export function noteStall(memory: CatchUp, nowMs: number): CatchUp {
  return { ...memory, stallsMs: [...memory.stallsMs.filter(isRecent(nowMs)), nowMs] };
}

function noteJump(memory: CatchUp, nowMs: number, jumpToSec: number): CatchUp {
  const jumpsMs = [...memory.jumpsMs.filter(isRecent(nowMs)), nowMs];
  return { ...noteStall(memory, nowMs), jumpsMs, jumpToSec };
}

/**
 * A jump has to fetch its media. On a slow network or machine it lands too late, and a further jump
 * would too, so the stream plays a little before each, and their number is limited: otherwise it
 * would jump and never play.
 */
function canJump({ jumpsMs, begunSec }: CatchUp, { nowMs, positionSec }: LiveReading): boolean {
  if (begunSec === null || positionSec - begunSec < catchUpLimits.jumpAfterSec) return false;
  const recent = jumpsMs.filter(isRecent(nowMs));
  return (
    recent.length < catchUpLimits.jumpMaxCount &&
    nowMs - (recent.at(-1) ?? -Infinity) >= catchUpLimits.jumpEveryMs
  );
}

/**
 * One stall, and the jump after it, show little: a machine was busy. More of them within a minute
 * show that the network does not hold the target latency, so each raises it, up to
 * a bound. The target returns as the stalls are forgotten.
 * @returns seconds to stay farther behind than the stream demands
 */
export function stallAllowanceSec({ stallsMs }: CatchUp, nowMs: number): number {
  const furtherCount = Math.max(
    0,
    stallsMs.filter(isRecent(nowMs)).length - catchUpLimits.stallFreeCount,
  );
  return Math.min(catchUpLimits.stallMaxSec, furtherCount * catchUpLimits.stallSec);
}

/**
 * Brings playback that fell behind back to its target latency: by a slightly faster rate, or by a
 * jump if that would take too long. Where viewers have put playback, it stays: after a seek back, a
 * pause, or at a rate of their own.
 */
export function nextCatchUp(
  memory: CatchUp,
  now: LiveReading,
): { memory: CatchUp; action: CatchUpAction } {
  const behindSec = now.behindSec - stallAllowanceSec(memory, now.nowMs);
  const { phase, isFollowing } = placement(memory, now, behindSec);
  const { positionSec, couldGoOn } = now.isSeeking
    ? memory
    : { positionSec: now.positionSec, couldGoOn: now.canGoOn };
  const targetSec = now.canGoOn ? -Infinity : now.positionSec + now.behindSec;
  const firstTargetSec = memory.firstTargetSec ?? (now.isSeeking ? null : targetSec);
  const isStillHeld = phase === 'held' && memory.phase !== 'new';
  const freeLagSec = Math.min(isStillHeld ? memory.freeLagSec : Infinity, lagSec(now));
  const begunSec = beginning(memory, now);
  const next = {
    ...memory,
    phase,
    isFollowing,
    freeLagSec,
    positionSec,
    couldGoOn,
    firstTargetSec,
    begunSec,
  };
  if (isChosenRate(now.rate)) return { memory: next, action: { type: 'none' } };
  const canAct = isFollowing && phase === 'playing' && now.canGoOn && !now.isSeeking;
  if (canAct && behindSec > catchUpLimits.jumpFromSec && canJump(next, now)) {
    const toSec = now.positionSec + behindSec;
    return { memory: noteJump(next, now.nowMs, toSec), action: { type: 'jump', toSec } };
  }
  const rate = canAct ? rateFor(now, behindSec) : 1;
  return { memory: next, action: rate === now.rate ? { type: 'none' } : { type: 'rate', rate } };
}

/** Where viewer or host want playback to be. */
function placement(
  memory: CatchUp,
  now: LiveReading,
  behindSec: number,
): Pick<CatchUp, 'phase' | 'isFollowing'> {
  const { isFollowing, phase: before, freeLagSec, positionSec, firstTargetSec } = memory;
  const phase = nextPhase(before, now);
  // Shorter seeks are nudges past damaged media.
  const movedSec = now.isSeeking ? now.positionSec - positionSec : 0;
  if (movedSec < -catchUpLimits.elsewhereSec) return { phase, isFollowing: false };
  if (movedSec > catchUpLimits.elsewhereSec && behindSec <= now.edgeSec)
    return { phase, isFollowing: true };
  // A viewer who is far behind may choose a moment nearer to the edge.
  if (movedSec > catchUpLimits.elsewhereSec && memory.couldGoOn && !isAtJump(memory, now))
    return { phase, isFollowing: false };
  const isBeforeStart =
    firstTargetSec !== null && now.positionSec < firstTargetSec - catchUpLimits.elsewhereSec;
  if (now.isSeeking && isBeforeStart) return { phase, isFollowing: false };
  const isReleased = before === 'held' && phase === 'playing';
  // Not by the distance from the edge, which is known late after a pause, and contains what stalls
  // have cost before.
  const heldSec = lagSec(now) - freeLagSec;
  return {
    phase,
    isFollowing: isFollowing && !(isReleased && heldSec > catchUpLimits.elsewhereSec),
  };
}

/** Whether a seek ended where the last jump went; its event can come when the edge has moved on. */
function isAtJump({ jumpToSec }: CatchUp, { positionSec }: LiveReading): boolean {
  return jumpToSec !== null && Math.abs(positionSec - jumpToSec) <= catchUpLimits.elsewhereSec;
}

function beginning({ begunSec, positionSec }: CatchUp, now: LiveReading): number | null {
  // Shorter seeks are nudges past damaged media.
  if (now.isSeeking && Math.abs(now.positionSec - positionSec) > catchUpLimits.elsewhereSec)
    return null;
  return begunSec ?? (now.canGoOn && !now.isSeeking ? now.positionSec : null);
}

function lagSec({ nowMs, positionSec }: LiveReading): number {
  return nowMs / 1_000 - positionSec;
}

function nextPhase(before: CatchUp['phase'], { rate, isPaused }: LiveReading): CatchUp['phase'] {
  if (isChosenRate(rate)) return 'held';
  if (isPaused) return before === 'new' ? 'new' : 'held';
  return 'playing';
}

/**
 * Starts at a distance that viewers might notice, and continues until nothing is left. The last bit
 * only slows down: a reading is a few tenths of a second old, so the rate would go up and down.
 */
function rateFor({ rate, aheadSec }: LiveReading, behindSec: number): number {
  if (aheadSec < catchUpLimits.aheadMinSec) return 1;
  const steps = Math.round(1 / catchUpLimits.rateStep);
  const wanted = Math.floor((1 + Math.max(0, behindSec) / catchUpLimits.overSec) * steps) / steps;
  return Math.min(wanted, behindSec > catchUpLimits.fromSec ? catchUpLimits.maxRate : rate);
}

/** Whether viewer or host chose this rate of a live stream, against following its edge. */
function isChosenRate(rate: number): boolean {
  return rate < 1 || rate > catchUpLimits.maxRate;
}

function isRecent(nowMs: number): (stalledMs: number) => boolean {
  return (stalledMs) => nowMs - stalledMs < catchUpLimits.stallMs;
}
