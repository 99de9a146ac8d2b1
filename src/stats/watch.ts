import type { PlayerState } from '../player/player-state.ts';
import { isPlaying, isUnderWay } from './playback-phase.ts';

/** A part of a video, in seconds of media time, rounded to milliseconds. */
export type Segment = readonly [from: number, to: number];

/** What was watched of a playback and not told yet. */
export interface Watch {
  readonly segments: readonly Segment[];
  /** Seconds of media time where the segment began that is being watched; `null` while none is. */
  readonly from: number | null;
  /** When it began, on a clock that never goes back. */
  readonly fromMs: number;
}

export const nothingWatched: Watch = { segments: [], from: null, fromMs: 0 };

/** The element tells its time four times a second, when the page has time to listen. */
const toldLateMs = 1_000;

/**
 * A segment begins when the element says that it plays, and goes on while it waits for data. It ends with a pause, a seek, the
 * end, an error, another playback or another rate.
 * @param isNew whether another playback begins with this change
 * @param nowMs a clock that never goes back
 * @returns the same object when neither happened, which is so for every `timeupdate`
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
  // A seek and a new video tell where they go; where playback was is what the element told last.
  const to = isSeek || isNew ? previous.currentTime : state.currentTime;
  const from = isOpening ? state.currentTime : null;
  return cut(watch, to, previous.playbackRate, from, nowMs);
}

/** Ends a segment here, so that it can be told, and begins the next. */
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
    // The element's time can jump before it says that it seeks. Nobody can have watched more than there was time for.
    const possibleTo = watch.from + ((nowMs - watch.fromMs + toldLateMs) / 1_000) * playbackRate;
    const segment = [roundToMs(watch.from), roundToMs(Math.min(to, possibleTo))] as const;
    // Also false for what is no number.
    if (segment[1] > segment[0]) segments = [...segments, segment];
  }
  return { segments, from: nextFrom, fromMs: nowMs };
}
