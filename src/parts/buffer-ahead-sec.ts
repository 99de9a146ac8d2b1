import type { PlayerState } from '../player/state/player-state.ts';
import { rangeAt } from './range-at.ts';

/** @returns seconds that can play from here on without fetching */
export function bufferAheadSec({
  buffered,
  currentTime,
}: Pick<PlayerState, 'buffered' | 'currentTime'>): number {
  return (rangeAt(buffered, currentTime)?.end ?? currentTime) - currentTime;
}
