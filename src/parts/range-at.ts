import type { TimeRange } from '../player/state/player-state.ts';

/** @returns the range that holds this time (seconds), both ends included */
export function rangeAt(ranges: readonly TimeRange[], seconds: number): TimeRange | undefined {
  return ranges.find(({ start, end }) => start <= seconds && seconds <= end);
}
