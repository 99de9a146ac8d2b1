import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { readMedia } from '../state/media-element.ts';
import type { PlayerStore } from '../state/player-store.ts';
import { nextStall, type StallMemory } from './stall-rules.ts';

export interface StallDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  clock: Clock;
  /** Called when nudges did not help: the media does not arrive (`starved`) or does not play. */
  onStall: (type: 'stalled' | 'starved') => void;
}

/**
 * Checks every few seconds whether a video that should play moves, because no event reports a
 * stall. A stream whose sender is paused only waits. Engines fix most stalls sooner; this covers
 * the native element and what engines miss.
 * @returns a function that stops the checks
 */
export function watchStalls({ video, store, clock, onStall }: StallDeps): () => void {
  let memory: StallMemory | null = null;
  let cancel: (() => void) | null = null;
  /** The next check uses the long interval. */
  let isLong = false;

  function arm(isMoving: boolean): void {
    cancel?.();
    isLong = isMoving;
    cancel = clock.setTimer(
      check,
      isMoving ? recoveryLimits.checkMovingMs : recoveryLimits.checkEveryMs,
    );
  }

  function check(): void {
    arm(!isBuffering() && video.currentTime !== memory?.currentTime);
    const next = nextStall(memory, {
      nowMs: clock.now(),
      currentTime: video.currentTime,
      get buffered() {
        return readMedia(video).buffered;
      },
      get isReady() {
        return readMedia(video).canGoOn;
      },
      get isSeeking() {
        return video.seeking;
      },
    });
    memory = next.memory;
    if (next.action.type === 'seek') video.currentTime = next.action.seconds;
    else if (next.action.type !== 'none') onStall(next.action.type);
  }

  function isToMove(): boolean {
    const { playback, isPlayRequested, error, isSenderPaused } = store.getState();
    const isUnderWay = playback === playbackState.playing || playback === playbackState.buffering;
    return isUnderWay && isPlayRequested && error === null && !isSenderPaused;
  }

  function isBuffering(): boolean {
    return store.getState().playback === playbackState.buffering;
  }

  /** No timer runs while the video is not meant to move. */
  const follow = () => {
    if (isToMove()) {
      if (cancel === null || (isLong && isBuffering())) arm(false);
    } else {
      cancel?.();
      cancel = null;
      memory = null;
    }
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    cancel?.();
  };
}
