import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { MediaSourceInfo, PlayerResponse } from '../../../shared/player/player-response.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { rangeAt } from '../../parts/range-at.ts';
import type { Engine } from '../engines/engine.ts';
import {
  type EngineChoice,
  readMediaCapabilities,
  selectEngines,
} from '../engines/select-engines.ts';
import { levelForHeight } from '../session/level-for-height.ts';
import type { PlayerState } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';
import {
  type MediaFailure,
  nextRecovery,
  noFailures,
  type RecoveryHistory,
  type RecoverySituation,
  type RecoveryStep,
} from './recovery-rules.ts';
import { watchStalls } from './watch-stalls.ts';

/** The current video, as far as recovery acts on it. */
export interface Recoverable {
  readonly video: HTMLVideoElement;
  readonly store: PlayerStore;
  sources: readonly MediaSourceInfo[];
  /** All ways to play, and the index of the current one. */
  choices: readonly EngineChoice[];
  index: number;
  engine: Engine | null;
  /** Also used for engines created later. */
  bufferGoalSec: number | null;
  /** Reloads the media with one of the choices, from this time in seconds. */
  takeUp(index: number, seconds: number, isPlayed: boolean): void;
  setQuality(id: string | null): void;
  fail(name: string, message?: string | null): void;
  /** The API's `player` interface, without cached replies. */
  askVideo(videoId: string): Promise<Result<PlayerResponse>>;
  /** Aborted when another video replaces this one. */
  readonly signal: AbortSignal;
}

export interface RecoveryDeps {
  clock: Clock;
  /** 0 to below 1. */
  random: () => number;
  fetch: typeof fetch;
  /** Fires `online`. */
  network: EventTarget & { readonly navigator: { readonly onLine: boolean } };
}

/** Recovers from failures of the media while the spinner shows. One instance per video. */
export interface Recovery {
  /** Failures during a recovery step count as the same failure. */
  failed(failure: Partial<MediaFailure> & { name: PlayerErrorName }): void;
  /** After an error, continues from the same time with the best choice. */
  retry(): true;
}

export function createRecovery(
  on: Recoverable,
  { clock, random, fetch, network }: RecoveryDeps,
): Recovery {
  const { signal } = on;
  let history: RecoveryHistory = noFailures;
  let isBusy = false;
  let cancelWait = () => {};
  let unwatchQualities = () => {};
  let cancelCare = () => {};

  const stopWatching = watchStalls({
    video: on.video,
    store: on.store,
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
    while (left !== null && !signal.aborted) left = await getOver(left);
    isBusy = false;
  }

  function waysOn(isLive: boolean): Pick<RecoverySituation, 'hasNext' | 'hasOtherSource'> {
    const next = on.choices[on.index + 1];
    const hasOtherSource = next !== undefined && next.source !== on.choices[on.index]?.source;
    // For a live stream, another engine for the same source means Chromium's own HLS, which has no
    // live edge and no way back to it.
    return { hasNext: hasOtherSource || (next !== undefined && !isLive), hasOtherSource };
  }

  /** @returns a failure during the recovery itself; `null` if there was none */
  async function getOver(failure: MediaFailure): Promise<MediaFailure | null> {
    const { playback, isPlayRequested } = on.store.getState();
    const known = await withStatus(failure);
    if (signal.aborted) return null;
    const state = on.store.getState();
    const skipTo = bufferedTo(state) + recoveryLimits.skipSec;
    const next = nextRecovery(history, known, {
      skipTo,
      nowMs: clock.now(),
      currentTime: state.currentTime,
      hasFirstFrame: state.hasFirstFrame,
      ...waysOn(state.isLive),
      canResume: on.engine?.resume !== undefined,
      isLive: state.isLive,
      random: random(),
    });
    history = next.history;
    const { step } = next;
    // The element still claims to play media that it cannot play. An engine that resumes reports
    // waiting itself.
    if (isPlayRequested && playback > 0 && step.type !== 'resume' && step.type !== 'fail')
      on.store.dispatch({ type: 'waiting', media: null });
    await waitFor('afterMs' in step ? step.afterMs : 0, step.type);
    return signal.aborted ? null : take(step, skipTo);
  }

  /** The element does not report the server's status. */
  async function withStatus(failure: MediaFailure): Promise<MediaFailure> {
    const source = on.choices[on.index]?.source;
    if (failure.status !== null || source === undefined || failure.name !== 'net.retryexhausted')
      return failure;
    try {
      const url = new URL(source.url, document.baseURI);
      const { ok, status, body } = await fetch(url, {
        headers: { Range: 'bytes=0-0' },
        cache: 'no-store',
        signal: AbortSignal.any([signal, AbortSignal.timeout(recoveryLimits.backOffMaxMs)]),
      });
      await body?.cancel();
      if (!ok) return { ...failure, status };
      // The file is there but the element refused it. Either the network failed once, or the file
      // is not media.
      return on.video.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
        ? { name: 'fmt.decode', status: null }
        : failure;
    } catch {
      return failure;
    }
  }

  /** Retrying is pointless while offline; retry at once when the network returns. */
  function waitFor(ms: number, type: RecoveryStep['type']): Promise<void> {
    const isOffline = !network.navigator.onLine && (type === 'resume' || type === 'reload');
    if (ms === 0 && !isOffline) return Promise.resolve();
    return new Promise((resolve) => {
      const leftMs = (history.sinceMs ?? clock.now()) + recoveryLimits.patienceMs - clock.now();
      const cancel = clock.setTimer(done, isOffline ? Math.max(ms, leftMs) : ms);
      function done(): void {
        cancel();
        network.removeEventListener('online', done);
        resolve();
      }
      network.addEventListener('online', done);
      cancelWait = done;
    });
  }

  async function take(step: RecoveryStep, skipTo: number): Promise<MediaFailure | null> {
    switch (step.type) {
      case 'refresh':
        return refresh();
      case 'resume':
        on.engine?.resume?.();
        break;
      case 'skip':
        on.store.dispatch({ type: 'start_moved', startSeconds: skipTo });
        restart(on.index, true);
        break;
      case 'fail':
        on.fail(step.name);
        break;
      default:
        restart(
          step.type === 'next' ? on.index + 1 : on.index,
          step.type === 'reload' && step.isCareful,
        );
    }
    return null;
  }

  async function refresh(): Promise<MediaFailure | null> {
    const answer = await on.askVideo(on.store.getState().videoId);
    if (signal.aborted) return null;
    if (!answer.ok) return { name: 'net.retryexhausted', status: null };
    const { sources, playabilityStatus } = answer.value;
    if (playabilityStatus.status !== 'OK') {
      const { errorCode = 'fmt.unplayable', reason = null } = playabilityStatus;
      on.fail(errorCode, reason);
      return null;
    }
    // The API returned the refused URLs again; another request would not change that.
    if (JSON.stringify(sources) === JSON.stringify(on.sources))
      return { name: 'net.retryexhausted', status: 404 };
    on.sources = sources;
    on.choices = selectEngines(sources, readMediaCapabilities(on.video));
    restart(Math.min(on.index, on.choices.length - 1));
    return null;
  }

  function restart(index: number, isCareful = false): void {
    const { isPlayRequested, currentTime, isLive, qualities, fixedQualityId } = on.store.getState();
    // Keeps the chosen quality by height, because another source uses other level ids.
    const height = qualities.find(({ id }) => id === fixedQualityId)?.height ?? null;
    unwatchQualities();
    unwatchQualities = on.store.subscribe((state, previous) => {
      if (state.qualities === previous.qualities) return;
      unwatchQualities();
      on.setQuality(height === null ? null : (levelForHeight(state.qualities, height)?.id ?? null));
    });
    setGoal(isCareful ? recoveryLimits.carefulSec : null);
    // An engine may fail during its seek to the start; that seek is not the viewer's position.
    on.store.dispatch({ type: 'start_moved', startSeconds: currentTime });
    // A live stream restarts its timeline when it is reloaded.
    on.takeUp(index, isLive ? 0 : currentTime, isPlayRequested);
  }

  function setGoal(seconds: number | null): void {
    cancelCare();
    on.bufferGoalSec = seconds;
    on.engine?.setBufferGoal?.(seconds);
    if (seconds !== null)
      cancelCare = clock.setTimer(() => setGoal(null), recoveryLimits.carefulMs);
  }

  function end(): void {
    stopWatching();
    unwatchQualities();
    cancelCare();
    cancelWait();
  }

  signal.addEventListener('abort', end);
  // The video may have been replaced while this script loaded.
  if (signal.aborted) end();
  return {
    failed: (failure) => void recover({ status: null, ...failure }),
    retry() {
      on.store.dispatch({ type: 'failed', error: null });
      on.store.dispatch({ type: 'starting' });
      on.store.dispatch({ type: 'waiting', media: null });
      restart(0);
      return true;
    },
  };
}

/** @returns end of the buffered range at the current time, in seconds */
function bufferedTo({ buffered, currentTime }: PlayerState): number {
  return Math.max(rangeAt(buffered, currentTime)?.end ?? 0, currentTime);
}
