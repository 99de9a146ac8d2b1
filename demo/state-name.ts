import { playbackState } from '../shared/player/playback-state.ts';

const names = Object.fromEntries(
  Object.entries(playbackState).map(([name, number]) => [number, name]),
);

/** @returns the word for a state's number */
export function stateName(state: unknown): string {
  return names[String(state)] ?? '–';
}
