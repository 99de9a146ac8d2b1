import type { PlayerErrorName } from '../../../shared/player-error.ts';
import { recoveryLimits } from '../../../shared/recovery-limits.ts';

/** What an engine, or the watch on stalls, could not get over by itself. */
export interface MediaFailure {
  name: PlayerErrorName;
  /** Of the server's answer; `null` when there was none, or none is known. */
  status: number | null;
  /** It came without an error: the video stood still. Trying again for long would not help. */
  isStall?: boolean;
  /** Nothing is wrong with the media: loaded again it plays, on another thread. */
  isMoved?: boolean;
}

/** How things are when a failure comes. */
export interface RecoverySituation {
  nowMs: number;
  /** Seconds. */
  currentTime: number;
  hasFirstFrame: boolean;
  /** Behind what was there, in seconds. */
  skipTo: number;
  /** There is another way to play the video … */
  hasNext: boolean;
  /** … from another source: the same one by another engine comes over the same network. */
  hasOtherSource: boolean;
  /** The engine can fetch on and keep what it has. */
  canResume: boolean;
  isLive: boolean;
  /** 0 to below 1: many players that lost the same server must not come back at the same moment. */
  random: number;
}

/** Failures in a row: what was tried already. */
export interface RecoveryHistory {
  /** Unix milliseconds of the first; `null` before it. */
  readonly sinceMs: number | null;
  /** Where the last one was, in seconds. */
  readonly currentTime: number;
  /** Why the best way to play did not work: what the viewer is told when none does. */
  readonly firstName: PlayerErrorName | null;
  readonly networkCount: number;
  readonly decodeCount: number;
  readonly skipCount: number;
  readonly refreshCount: number;
  /** Unix milliseconds; outlives the row. */
  readonly refreshedMs: number | null;
}

export type RecoveryStep =
  /** The engine fetches on; what is buffered plays meanwhile. */
  | { type: 'resume'; afterMs: number }
  /** The same source anew, at the same time. `isCareful`: not far ahead, where the damage may be. */
  | { type: 'reload'; afterMs: number; isCareful: boolean }
  /** The same source anew, from `skipTo`. */
  | { type: 'skip' }
  /** Asks the API for fresh addresses and goes on with them at the same time. */
  | { type: 'refresh'; afterMs: number }
  /** The next way to play, at the same time. */
  | { type: 'next' }
  | { type: 'fail'; name: PlayerErrorName };

export const noFailures: RecoveryHistory = {
  sinceMs: null,
  currentTime: 0,
  firstName: null,
  networkCount: 0,
  decodeCount: 0,
  skipCount: 0,
  refreshCount: 0,
  refreshedMs: null,
};

/** What to do after a failure, so that the viewer sees an error only when nothing else is left. Pure: time and chance are given. */
export function nextRecovery(
  past: RecoveryHistory,
  failure: MediaFailure,
  now: RecoverySituation,
): { history: RecoveryHistory; step: RecoveryStep } {
  // Of no row, and counted nowhere: there is no second time.
  if (failure.isMoved)
    return { history: past, step: { type: 'reload', afterMs: 0, isCareful: false } };
  const isFarAway = Math.abs(now.currentTime - past.currentTime) > recoveryLimits.healedSec;
  const row = isFarAway ? { ...noFailures, refreshedMs: past.refreshedMs } : past;
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
      return goOnOrFail(history, failure, now);
  }
}

/** @returns milliseconds before the next attempt: anything up to a limit that doubles with each failure (full jitter) */
export function backOffMs(failures: number, random: number): number {
  const { backOffMs: first, backOffMaxMs } = recoveryLimits;
  return random * Math.min(backOffMaxMs, first * 2 ** (failures - 1));
}

type Outcome = ReturnType<typeof nextRecovery>;

function kindOf({
  name,
  status,
  isStall,
}: MediaFailure): 'network' | 'expired' | 'decode' | 'definite' {
  if (isStall) return 'decode';
  // Signed addresses that are too old are refused so, by this server's peers and by every CDN.
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
  // Nothing is lost by trying another source at once, and time is lost by waiting.
  if (!now.hasFirstFrame && now.hasOtherSource) return { history: past, step: { type: 'next' } };
  const patienceMs = now.hasFirstFrame ? recoveryLimits.patienceMs : recoveryLimits.startPatienceMs;
  if (now.nowMs - (past.sinceMs ?? now.nowMs) >= patienceMs) return goOnOrFail(past, failure, now);
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
  const { refreshCount, refreshEveryMs } = recoveryLimits;
  if (past.refreshCount >= refreshCount) return goOnOrFail(past, failure, now);
  const afterMs = Math.max(
    0,
    (past.refreshedMs ?? Number.NEGATIVE_INFINITY) + refreshEveryMs - now.nowMs,
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
  const { decodeCount, skipCount } = recoveryLimits;
  // What cannot be decoded from the start is not what it says it is: another source may be.
  if (!now.hasFirstFrame && now.hasNext && !failure.isStall)
    return { history: past, step: { type: 'next' } };
  const attempts = failure.isStall && !now.hasFirstFrame ? 1 : decodeCount;
  if (past.decodeCount < attempts) {
    const history = { ...past, decodeCount: past.decodeCount + 1 };
    return { history, step: { type: 'reload', afterMs: 0, isCareful: true } };
  }
  const canSkip = now.hasFirstFrame && !now.hasNext && !now.isLive && past.skipCount < skipCount;
  if (!canSkip) return goOnOrFail(past, failure, now);
  // One that is skipped may fail at once where it goes on: the row does not end by the jump alone.
  const history = { ...past, skipCount: past.skipCount + 1, currentTime: now.skipTo };
  return { history, step: { type: 'skip' } };
}

function goOnOrFail(
  past: RecoveryHistory,
  { name }: MediaFailure,
  now: RecoverySituation,
): Outcome {
  if (!now.hasNext) {
    const told = now.hasFirstFrame ? name : (past.firstName ?? name);
    return {
      history: { ...noFailures, refreshedMs: past.refreshedMs },
      step: { type: 'fail', name: told },
    };
  }
  // The next way to play has a patience and attempts of its own.
  const { firstName, refreshCount, refreshedMs, currentTime } = past;
  const history = { ...noFailures, firstName, refreshCount, refreshedMs, currentTime };
  return { history, step: { type: 'next' } };
}
