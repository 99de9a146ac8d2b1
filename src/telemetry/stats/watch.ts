import { playbackStatsLimits } from '../../../shared/limits/playback-stats-limits.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { isPlaying, isUnderWay } from './playback-phase.ts';

/** A part of a video, in seconds of media time, rounded to milliseconds. */
export type Segment = readonly [from: number, to: number];

/** The watched parts of a playback that have not been reported yet. */
export interface Watch {
  readonly segments: readonly Segment[];
  /** Start of the current segment, in seconds of media time; `null` while nothing is watched. */
  readonly from: number | null;
  /** When that segment began, on a monotonic clock. */
  readonly fromMs: number;
}

export const nothingWatched: Watch = { segments: [], from: null, fromMs: 0 };

/**
 * Starts a segment when the element plays, and continues it while it buffers. A segment ends with a
 * pause, a seek, the end, an error, another playback or another rate.
 * @param isNew whether another playback begins with this change
 * @param nowMs a monotonic clock
 * @returns the same object if no segment starts or ends, as for every `timeupdate`
 */
export function nextWatch(
  watch: Watch,
  state: PlayerState,
  previous: PlayerState,
  isNew: boolean,
  nowMs: number,
): Watch {
  const isSeek = state.seekCount !== previous.seekCount;
  const isOpening = isPlaying(state) && !state.isSeeking;
  const goesOn =
    isUnderWay(state) &&
    !state.isSeeking &&
    !isSeek &&
    !isNew &&
    state.playbackRate === previous.playbackRate;
  if (watch.from === null ? !isOpening : goesOn) return watch;
  // After a seek or a new video, `state` has the new position; the last position is in `previous`.
  const to = isSeek || isNew ? previous.currentTime : state.currentTime;
  const from = isOpening ? state.currentTime : null;
  return cut(watch, to, previous.playbackRate, from, nowMs);
}

/** Ends the segment here, so that it can be reported, and starts the next. */
export function cutWatch(
  watch: Watch,
  { currentTime, playbackRate }: PlayerState,
  nowMs: number,
): Watch {
  return watch.from === null ? watch : cut(watch, currentTime, playbackRate, currentTime, nowMs);
}

export function roundToMs(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

function cut(
  watch: Watch,
  to: number,
  playbackRate: number,
  nextFrom: number | null,
  nowMs: number,
): Watch {
  let { segments } = watch;
  if (watch.from !== null) {
    // The element's time can jump before `seeking` fires. Limit the segment to what the elapsed
    // time allows.
    const possibleTo =
      watch.from + ((nowMs - watch.fromMs + playbackStatsLimits.timeLateMs) / 1_000) * playbackRate;
    const segment = [roundToMs(watch.from), roundToMs(Math.min(to, possibleTo))] as const;
    // Also false for NaN.
    if (segment[1] > segment[0]) segments = [...segments, segment];
  }
  return { segments, from: nextFrom, fromMs: nowMs };
}
