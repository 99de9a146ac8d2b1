import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { rangeAt } from '../../parts/range-at.ts';
import { readMediaCapabilities, selectEngines } from '../engines/select-engines.ts';
import type { PlayerState } from '../state/player-state.ts';
import { createMediaRestart } from './media-restart.ts';
import type { Recoverable } from './recoverable.ts';
import {
  type MediaFailure,
  nextRecovery,
  noFailures,
  type RecoveryHistory,
  type RecoverySituation,
  type RecoveryStep,
} from './recovery-rules.ts';
import { createRetryWait, type Network } from './retry-wait.ts';
import { watchStalls } from './watch-stalls.ts';
import { withStatus } from './with-status.ts';

export interface RecoveryDeps {
  clock: Clock;
  /** 0 to below 1. */
  random: () => number;
  fetch: typeof fetch;
  network: Network;
}

/** Recovers from failures of the media while the spinner shows. One instance per video. */
export interface Recovery {
  /** Failures during a recovery step count as the same failure. */
  failed(failure: Partial<MediaFailure> & { name: PlayerErrorName }): void;
  /** After an error, continues from the same time with the best choice. */
  retry(): true;
}

export function createRecovery(
  session: Recoverable,
  { clock, random, fetch, network }: RecoveryDeps,
): Recovery {
  const { signal } = session;
  let history: RecoveryHistory = noFailures;
  let isBusy = false;
  const retryWait = createRetryWait(clock, network);
  const restart = createMediaRestart(session, clock);

  const stopWatching = watchStalls({
    video: session.video,
    store: session.store,
    clock,
    onStall(type) {
      const name = type === 'starved' ? 'net.retryexhausted' : 'fmt.decode';
      void recover({ name, status: null, isStall: true });
    },
  });

  async function recover(failure: MediaFailure): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    let left: MediaFailure | null = failure;
    while (left !== null && !signal.aborted) left = await handleFailure(left);
    isBusy = false;
  }

  /** @returns a failure during the recovery itself; `null` if there was none */
  async function handleFailure(failure: MediaFailure): Promise<MediaFailure | null> {
    const { playback, isPlayRequested } = session.store.getState();
    const known = await withStatus(failure, session, fetch);
    if (signal.aborted) return null;
    const state = session.store.getState();
    const skipTo = bufferedTo(state) + recoveryLimits.skipSec;
    const next = nextRecovery(history, known, {
      ...state,
      ...waysOn(session, state.isLive),
      skipTo,
      nowMs: clock.now(),
      canResume: session.engine?.resume !== undefined,
      random: random(),
    });
    history = next.history;
    const { step } = next;
    // The element still claims to play media that it cannot play. An engine that resumes reports
    // waiting itself.
    if (isPlayRequested && playback > 0 && step.type !== 'resume' && step.type !== 'fail')
      session.store.dispatch({ type: 'waiting', media: null });
    await retryWait.wait('afterMs' in step ? step.afterMs : 0, step.type, history.sinceMs);
    return signal.aborted ? null : apply(step, skipTo);
  }

  async function apply(step: RecoveryStep, skipTo: number): Promise<MediaFailure | null> {
    switch (step.type) {
      case 'refresh':
        return refresh();
      case 'resume':
        session.engine?.resume?.();
        break;
      case 'skip':
        session.store.dispatch({ type: 'start_moved', startSeconds: skipTo });
        restart(session.index, true);
        break;
      case 'fail':
        session.store.dispatch({ type: 'start_moved', startSeconds: step.retryFrom });
        session.fail(step.name);
        break;
      default:
        restart(
          step.type === 'next' ? session.index + 1 : session.index,
          step.type === 'reload' && step.isCareful,
        );
    }
    return null;
  }

  async function refresh(): Promise<MediaFailure | null> {
    const answer = await session.askVideo(session.store.getState().videoId);
    if (signal.aborted) return null;
    if (!answer.ok) return { name: 'net.retryexhausted', status: null };
    const { sources, playabilityStatus } = answer.value;
    if (playabilityStatus.status !== 'OK') {
      const { errorCode = 'fmt.unplayable', reason = null } = playabilityStatus;
      session.fail(errorCode, reason);
      return null;
    }
    // The API returned the refused URLs again; another request would not change that.
    if (JSON.stringify(sources) === JSON.stringify(session.sources))
      return { name: 'net.retryexhausted', status: 404 };
    session.sources = sources;
    session.choices = selectEngines(sources, readMediaCapabilities(session.video));
    restart(Math.min(session.index, session.choices.length - 1));
    return null;
  }

  signal.addEventListener('abort', () => {
    stopWatching();
    retryWait.cancel();
  });
  return {
    failed: (failure) => void recover({ status: null, ...failure }),
    retry() {
      session.store.dispatch({ type: 'failed', error: null });
      session.store.dispatch({ type: 'starting' });
      session.store.dispatch({ type: 'waiting', media: null });
      restart(0);
      return true;
    },
  };
}

function waysOn(
  { choices, index }: Recoverable,
  isLive: boolean,
): Pick<RecoverySituation, 'hasNext' | 'hasOtherSource'> {
  const next = choices[index + 1];
  const hasOtherSource = next !== undefined && next.source !== choices[index]?.source;
  // For a live stream, another engine for the same source means Chromium's own HLS, which has no
  // live edge and no way back to it.
  return { hasNext: hasOtherSource || (next !== undefined && !isLive), hasOtherSource };
}

/** @returns end of the buffered range at the current time, in seconds */
function bufferedTo({ buffered, currentTime }: PlayerState): number {
  return Math.max(rangeAt(buffered, currentTime)?.end ?? 0, currentTime);
}
