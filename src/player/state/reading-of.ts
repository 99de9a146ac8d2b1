import type { MediaReading } from './player-event.ts';
import type { PlayerState, TimeRange } from './player-state.ts';

/** The part of the state that the element knows. */
export function readingOf(state: PlayerState, media: MediaReading): Partial<PlayerState> {
  // Before metadata, and after its media is removed, the element knows nothing; keep what the API
  // gave.
  if (media.duration <= 0) return {};
  const seekable = state.liveWindow ?? media.seekable;
  return {
    currentTime: timeOf(state, media),
    duration: state.liveWindow?.end ?? media.duration,
    buffered: isSameRanges(state.buffered, media.buffered) ? state.buffered : media.buffered,
    seekable: isSameRange(state.seekable, seekable) ? state.seekable : seekable,
  };
}

/**
 * An element begins at 0, also after a reload. At its first start it may play a moment there, then
 * seeks to the start position. Hide that jump.
 */
export function timeOf(
  { hasFirstFrame, isSeeking, currentTime }: PlayerState,
  media: Pick<MediaReading, 'currentTime'>,
): number {
  const isBeforeStart =
    !isSeeking && (media.currentTime === 0 || (!hasFirstFrame && media.currentTime < currentTime));
  return isBeforeStart ? currentTime : media.currentTime;
}

function isSameRanges(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return a.length === b.length && a.every((range, index) => isSameRange(range, b[index] ?? null));
}

function isSameRange(a: TimeRange | null, b: TimeRange | null): boolean {
  return a === b || (a !== null && b !== null && a.start === b.start && a.end === b.end);
}
