import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerState, QualityLevel } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import { countMedia, noMedia } from './count-media.ts';

/** Keeps a budget of media by lowering the quality before it is exceeded. */
export interface MediaBudget {
  /** @param bytes `null` gives the quality free */
  setLimit(bytes: number | null): void;
  /** Bytes since there has been a limit; `null` if unknown. */
  used(): number | null;
  /** Calls the listener after more media was counted, with whether that lowered the quality. */
  onChange(listener: (hasLowered: boolean) => void): void;
}

/**
 * Costs nothing without a limit: the time of the video is followed only with one. A quality that
 * viewer or host has chosen stays, even if it exceeds the budget. The player never raises the
 * quality again within a video. It lowers it further when the network is too slow for it, because
 * engines adapt only while they choose it.
 */
export function createMediaBudget(
  store: PlayerStore,
  controller: Pick<Controller, 'setQuality'>,
  signal: AbortSignal,
): MediaBudget {
  const listeners = new Set<(hasLowered: boolean) => void>();
  let limit: number | null = null;
  let count = noMedia;
  /** Height of the quality that was set here; `null` while the engine chooses. */
  let ownHeight: number | null = null;
  let stop = () => {};

  function follow(): void {
    stop = store.subscribe((state, previous) => {
      if (state.videoId !== previous.videoId) {
        count = { ...count, ranges: [] };
        release();
      }
      look(hasStalled(state, previous));
    }, true);
  }

  function look(isStall: boolean): void {
    const before = count.bytes;
    count = countMedia(count, store.getState());
    const hasLowered = lower(isStall);
    if (!hasLowered && count.bytes === before) return;
    for (const listener of listeners) listener(hasLowered);
  }

  /** @returns whether the quality was lowered */
  function lower(isStall: boolean): boolean {
    const state = store.getState();
    const { qualities, qualityId, fixedQualityId } = state;
    const fixed = qualities.find(({ id }) => id === fixedQualityId);
    const isChosen = fixedQualityId !== null && fixed?.height !== ownHeight;
    if (fixedQualityId === null || isChosen) ownHeight = null;
    const present = fixed ?? qualities.find(({ id }) => id === qualityId);
    if (isChosen || limit === null || count.bytes === null || present === undefined) return false;
    const rest = limit * (1 - performanceLimits.mediaReserveShare) - count.bytes;
    const wanted =
      isStall && ownHeight !== null
        ? belowOf(qualities, present)
        : bestWithin(qualities, rest, restSecondsOf(state));
    if (wanted === undefined || wanted.bitrate >= present.bitrate) return false;
    ownHeight = wanted.height;
    controller.setQuality(wanted.id);
    return true;
  }

  function release(): void {
    if (ownHeight === null) return;
    ownHeight = null;
    controller.setQuality(null);
  }

  signal.addEventListener('abort', () => stop(), { once: true });
  return {
    setLimit(bytes) {
      if (signal.aborted) return;
      const wasFollowing = limit !== null;
      limit = bytes;
      if (bytes === null) {
        stop();
        count = noMedia;
        store.dispatch({ type: 'changed', changes: { aheadSec: null } });
        release();
      } else if (wasFollowing) look(false);
      else {
        follow();
        look(false);
      }
    },
    used: () => count.bytes,
    onChange: (listener) => listeners.add(listener),
  };
}

/** The start and a seek wait too, but do not show that the network is too slow. */
function hasStalled({ playback, isSeeking }: PlayerState, previous: PlayerState): boolean {
  return (
    playback === playbackState.buffering &&
    previous.playback === playbackState.playing &&
    !isSeeking
  );
}

/** Seconds of the video that are still to be loaded, from the present time on. */
export function restSecondsOf({
  isLive,
  duration,
  currentTime,
  buffered,
}: Pick<PlayerState, 'isLive' | 'duration' | 'currentTime' | 'buffered'>): number {
  if (isLive || duration === 0) return performanceLimits.liveRestSec;
  const range = buffered.find(({ start, end }) => start <= currentTime && currentTime <= end);
  return Math.max(0, duration - (range?.end ?? currentTime));
}

/**
 * @param bytes that may still be loaded
 * @param seconds that are still to be loaded
 * @returns the best quality with which they fit, else the lowest; `undefined` without bitrates
 */
export function bestWithin(
  levels: readonly QualityLevel[],
  bytes: number,
  seconds: number,
): QualityLevel | undefined {
  const known = byBitrate(levels);
  return known.findLast(({ bitrate }) => (bitrate * seconds) / 8 <= bytes) ?? known[0];
}

function belowOf(levels: readonly QualityLevel[], present: QualityLevel): QualityLevel | undefined {
  return byBitrate(levels).findLast(({ bitrate }) => bitrate < present.bitrate);
}

function byBitrate(levels: readonly QualityLevel[]): QualityLevel[] {
  return levels
    .filter(({ bitrate }) => bitrate > 0)
    .sort((one, other) => one.bitrate - other.bitrate);
}
