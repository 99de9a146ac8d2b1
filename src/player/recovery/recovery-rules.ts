import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { PlayerState } from '../state/player-state.ts';

/** A failure that neither the engine nor the stall watcher could fix. */
export interface MediaFailure {
  name: PlayerErrorName;
  /** HTTP status; `null` without an answer, or if unknown. */
  status: number | null;
  /** The video stood still without an error. Long retries would not help. */
  isStall?: boolean;
  /** The media is fine: reloaded, it plays on another thread. */
  isMoved?: boolean;
}

/** The state of the video when a failure comes. */
export interface RecoverySituation
  extends Pick<PlayerState, 'currentTime' | 'duration' | 'hasFirstFrame' | 'isLive'> {
  nowMs: number;
  /** Seconds; just past the buffered media. */
  skipTo: number;
  /** There is another way to play the video. */
  hasNext: boolean;
  /**
   * There is another way from another source. The same source with another engine would use the
   * same network.
   */
  hasOtherSource: boolean;
  /** The engine can continue fetching and keep its buffer. */
  canResume: boolean;
  /** 0 to below 1: spreads the retries of many players that lost the same server. */
  random: number;
}

/** Attempts so far in a series of failures. */
export interface RecoveryHistory {
  /** Unix milliseconds of the first failure; `null` before it. */
  readonly sinceMs: number | null;
  /** Position of the last failure, in seconds. */
  readonly currentTime: number;
  /** Failure of the best choice: shown to the viewer if all others fail. */
  readonly firstName: PlayerErrorName | null;
  readonly networkCount: number;
  readonly decodeCount: number;
  readonly skipCount: number;
  /** Position before the first skip, in seconds; `null` without one. */
  readonly skippedFrom: number | null;
  readonly refreshCount: number;
  /** Unix milliseconds; kept after the series ends. */
  readonly refreshedMs: number | null;
}

export type RecoveryStep =
  /** The engine continues fetching; buffered media plays meanwhile. */
  | { type: 'resume'; afterMs: number }
  /**
   * Reloads the same source at the same time. `isCareful`: buffers little ahead, because the damage
   * may be there.
   */
  | { type: 'reload'; afterMs: number; isCareful: boolean }
  /** Reloads the same source from `skipTo`. */
  | { type: 'skip' }
  /** Asks the API for new URLs and continues with them at the same time. */
  | { type: 'refresh'; afterMs: number }
  /** Continues with the next choice at the same time. */
  | { type: 'next' }
  /** `retryFrom`: where the viewer's retry starts, in seconds: before any skips. */
  | { type: 'fail'; name: PlayerErrorName; retryFrom: number };

export const noFailures: RecoveryHistory = {
  sinceMs: null,
  currentTime: 0,
  firstName: null,
  networkCount: 0,
  decodeCount: 0,
  skipCount: 0,
  skippedFrom: null,
  refreshCount: 0,
  refreshedMs: null,
};

/**
 * Chooses the next step after a failure, so that the viewer sees an error only when nothing else is
 * left. Pure: time and randomness are parameters.
 */
export function nextRecovery(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): { history: RecoveryHistory; step: RecoveryStep } {
  // Not part of a series and not counted: it cannot happen twice.
  if (failure.isMoved)
    return { history: past, step: { type: 'reload', afterMs: 0, isCareful: false } };
  const isFarAway = Math.abs(now.currentTime - past.currentTime) > recoveryLimits.healedSec;
  const row = isFarAway ? startOver(past) : past;
  const history: RecoveryHistory = {
    ...row,
    sinceMs: row.sinceMs ?? now.nowMs,
    currentTime: now.currentTime,
    firstName: row.firstName ?? failure.name,
  };
  switch (kindOf(failure)) {
    case 'network':
      return afterNetwork(history, failure, now);
    case 'expired':
      return afterExpiry(history, failure, now);
    case 'decode':
      return afterDecode(history, failure, now);
    case 'definite':
      return afterDefinite(history, failure, now);
  }
}

/**
 * Full jitter: a random wait up to a limit that doubles with each failure.
 * @returns milliseconds before the next attempt
 */
export function backOffMs(failures: number, random: number): number {
  return (
    random * Math.min(recoveryLimits.backOffMaxMs, recoveryLimits.backOffMs * 2 ** (failures - 1))
  );
}

type Outcome = ReturnType<typeof nextRecovery>;

function kindOf({
  name,
  status,
  isStall,
}: MediaFailure): 'network' | 'expired' | 'decode' | 'definite' {
  if (isStall) return 'decode';
  // This server's peers and CDNs refuse expired signed URLs with these statuses.
  if (status === 401 || status === 403 || status === 410)
    return name.startsWith('drm.') ? 'definite' : 'expired';
  if (status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429)
    return 'definite';
  if (name === 'net.retryexhausted' || name === 'drm.unreachable') return 'network';
  return name === 'fmt.decode' ? 'decode' : 'definite';
}

function afterNetwork(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): Outcome {
  // Another source costs nothing to try at once, while waiting costs time.
  if (!now.hasFirstFrame && now.hasOtherSource) return { history: past, step: { type: 'next' } };
  const patienceMs = now.hasFirstFrame ? recoveryLimits.patienceMs : recoveryLimits.startPatienceMs;
  if (now.nowMs - (past.sinceMs ?? now.nowMs) >= patienceMs) return nextOrFail(past, failure, now);
  const networkCount = past.networkCount + 1;
  const afterMs = backOffMs(networkCount, now.random);
  const history = { ...past, networkCount };
  return now.canResume && now.hasFirstFrame
    ? { history, step: { type: 'resume', afterMs } }
    : { history, step: { type: 'reload', afterMs, isCareful: false } };
}

function afterExpiry(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): Outcome {
  if (past.refreshCount >= recoveryLimits.refreshCount) return nextOrFail(past, failure, now);
  const afterMs = Math.max(
    0,
    (past.refreshedMs ?? Number.NEGATIVE_INFINITY) + recoveryLimits.refreshEveryMs - now.nowMs,
  );
  return {
    history: { ...past, refreshCount: past.refreshCount + 1, refreshedMs: now.nowMs + afterMs },
    step: { type: 'refresh', afterMs },
  };
}

function afterDecode(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): Outcome {
  // Media that cannot be decoded from its start is not what it claims to be; another source may
  // work.
  if (!now.hasFirstFrame && now.hasNext && !failure.isStall)
    return { history: past, step: { type: 'next' } };
  const attempts = failure.isStall && !now.hasFirstFrame ? 1 : recoveryLimits.decodeCount;
  if (past.decodeCount < attempts) {
    const history = { ...past, decodeCount: past.decodeCount + 1 };
    return { history, step: { type: 'reload', afterMs: 0, isCareful: true } };
  }
  // Damage ahead of the start can be reported before the first picture. A video that only stands
  // still, or that would be over, has nothing to show there.
  const mayPlay = now.hasFirstFrame || (!failure.isStall && now.skipTo < now.duration);
  const canSkip =
    mayPlay && !now.hasNext && !now.isLive && past.skipCount < recoveryLimits.skipCount;
  if (!canSkip) return nextOrFail(past, failure, now);
  // After a skip, media may fail again at once where it continues. The jump alone must not end the
  // series.
  const history = {
    ...past,
    skipCount: past.skipCount + 1,
    skippedFrom: past.skippedFrom ?? now.currentTime,
    currentTime: now.skipTo,
  };
  return { history, step: { type: 'skip' } };
}

/**
 * Media that is missing during playback may have left a live playlist that the engine read a moment
 * ago, as parts do at the end of a stream. So the engine continues once, with the playlist of that
 * time. A film's media is only requested again.
 */
function afterDefinite(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): Outcome {
  const isMissing = failure.name === 'net.retryexhausted' && failure.status === 404;
  const isFirst = past.networkCount + past.decodeCount + past.skipCount + past.refreshCount === 0;
  if (!isMissing || !isFirst || !now.hasFirstFrame || !now.canResume)
    return nextOrFail(past, failure, now);
  return {
    history: { ...past, networkCount: 1 },
    step: { type: 'resume', afterMs: backOffMs(1, now.random) },
  };
}

function nextOrFail(
  past: RecoveryHistory,
  { name }: MediaFailure,
  now: RecoverySituation,
): Outcome {
  const history = startOver(past);
  if (!now.hasNext)
    return {
      history,
      step: {
        type: 'fail',
        name: now.hasFirstFrame ? name : (past.firstName ?? name),
        retryFrom: past.skippedFrom ?? now.currentTime,
      },
    };
  // The next choice gets its own attempts and patience.
  const { firstName, refreshCount, currentTime } = past;
  return { history: { ...history, firstName, refreshCount, currentTime }, step: { type: 'next' } };
}

/** No series; the interval of requests for fresh URLs stays. */
function startOver({ refreshedMs }: RecoveryHistory): RecoveryHistory {
  return { ...noFailures, refreshedMs };
}
