import { playbackState } from '../../../shared/player/playback-state.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { isAtLiveEdge } from '../../parts/live-edge.ts';
import type { PlayerStore } from '../state/player-store.ts';

/**
 * Where a live stream plays, for a restart. Reloaded, the stream begins another timeline, so only
 * the distance from its newest moment is the same, and it grows by a second each second.
 */
export interface LiveMoment {
  /** @returns seconds behind the newest moment; 0 for playback that follows the live edge */
  behindSec(): number;
  stop(): void;
}

export function followLiveMoment(store: PlayerStore, clock: Clock): LiveMoment {
  let isAtEdge = isAtLiveEdge(store.getState());
  /** When the seekable range last changed, in Unix milliseconds. */
  let rangeMs = clock.now();
  /** The moment of a restart, until the reloaded stream has a position. */
  let restarted: { behindSec: number; atMs: number } | null = null;

  const stop = store.subscribe((state, previous) => {
    if (state.seekable !== previous.seekable) rangeMs = clock.now();
    const isSeek = state.seekCount !== previous.seekCount;
    // While it waits for media, playback falls behind without the viewer's choice.
    if (!isSeek && state.playback === playbackState.buffering) return;
    isAtEdge = isAtLiveEdge(state);
    if (isSeek || state.playback === playbackState.playing) restarted = null;
  });

  function read(): { behindSec: number; atMs: number } {
    const { seekable, currentTime } = store.getState();
    const isBehind = !isAtEdge && seekable !== null;
    return { behindSec: isBehind ? seekable.end - currentTime : 0, atMs: rangeMs };
  }

  return {
    behindSec() {
      restarted ??= read();
      const { behindSec, atMs } = restarted;
      return behindSec > 0 ? behindSec + (clock.now() - atMs) / 1_000 : 0;
    },
    stop,
  };
}
