import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { isAtLiveEdge } from '../../parts/live-edge.ts';
import type { Recoverable } from './recoverable.ts';

/**
 * Follows where a live stream plays, for a restart. Reloaded, the stream begins another timeline,
 * so its moment is kept as a time of the clock, at which that moment was the newest.
 * @returns a function that reads how many seconds the moment is behind the newest one; 0 for
 *   playback that follows the live edge
 */
export function followLiveMoment(
  { store, signal }: Pick<Recoverable, 'store' | 'signal'>,
  clock: Clock,
): () => number {
  let isAtEdge = isAtLiveEdge(store.getState());
  /** When the seekable range last changed, in Unix milliseconds. */
  let rangeMs = clock.now();
  /** The moment of a restart, until the reloaded stream has a position. */
  let restartedMs: number | null = null;

  const stop = store.subscribe((state, previous) => {
    if (state.seekable !== previous.seekable) rangeMs = clock.now();
    const isSeek = state.seekCount !== previous.seekCount;
    // While it waits for media, playback falls behind without the viewer's choice.
    if (!isSeek && state.playback === playbackState.buffering) return;
    isAtEdge = isAtLiveEdge(state);
    restartedMs = null;
  });
  signal.addEventListener('abort', stop);

  return () => {
    const { seekable, currentTime } = store.getState();
    restartedMs ??=
      isAtEdge || seekable === null ? Infinity : rangeMs - (seekable.end - currentTime) * 1_000;
    return Math.max(0, clock.now() - restartedMs) / 1_000;
  };
}
