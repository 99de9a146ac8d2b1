import type RxPlayer from 'rx-player/minimal';
import { catchUpLimits } from '../../../shared/limits/catch-up-limits.ts';
import { liveLimits } from '../../../shared/limits/live-limits.ts';
import {
  nextCatchUp,
  noteStall,
  stallAllowanceSec,
  startCatchUp,
} from '../../../shared/player/catch-up.ts';

export interface DashEdge {
  /** @returns the seconds behind the edge to return to; `null` if unknown or not live */
  targetSec(): number | null;
  stop(): void;
}

/** Distances at one moment of playback, in seconds. */
interface Distance {
  /** To the edge that the MPD names. */
  edgeSec: number;
  /** To the clock; it grows only when playback stands still. */
  clockSec: number;
}

type LivePlayer = Pick<
  RxPlayer,
  'addEventListener' | 'getCurrentBufferGap' | 'getMaximumPosition' | 'isLive'
>;

/**
 * Brings a live stream in DASH back to the distance from its edge at which it first played
 * (`catch-up.ts`); RxPlayer leaves that to applications. The edge moves a segment at a time, so
 * playback is late only if it is so by the edge and by the clock. Runs at events of the element: no
 * timer of its own.
 * @param isAtEdge whether playback starts at the edge
 */
export function followDashEdge(
  player: LivePlayer,
  video: HTMLVideoElement,
  isAtEdge: boolean,
): DashEdge {
  const listening = new AbortController();
  let memory = startCatchUp(isAtEdge);
  /** Where it first played while it followed the edge. */
  let first: Distance | null = null;

  function behindSec({ edgeSec, clockSec }: Distance): number {
    if (!memory.isFollowing) return edgeSec - liveLimits.startBehindSec;
    return first === null ? 0 : Math.min(edgeSec - first.edgeSec, clockSec - first.clockSec);
  }

  function check(): void {
    const endSec = player.isLive() ? player.getMaximumPosition() : null;
    if (endSec === null) return;
    const nowMs = performance.now();
    const { currentTime: positionSec, paused: isPaused, seeking: isSeeking, readyState } = video;
    const distance = { edgeSec: endSec - positionSec, clockSec: nowMs / 1_000 - positionSec };
    // RxPlayer holds the element at a rate of 0 while it waits for media.
    const isHeld = video.playbackRate === 0;
    const canGoOn = !isHeld && readyState >= video.HAVE_FUTURE_DATA;
    if (memory.isFollowing && canGoOn && !isPaused && !isSeeking) first ??= distance;
    const next = nextCatchUp(memory, {
      nowMs,
      positionSec,
      behindSec: behindSec(distance),
      edgeSec: catchUpLimits.elsewhereSec + liveLimits.lagMaxSec,
      aheadSec: player.getCurrentBufferGap(),
      rate: isHeld ? 1 : video.playbackRate,
      isPaused,
      isSeeking,
      canGoOn,
    });
    memory = next.memory;
    if (!memory.isFollowing) first = null;
    if (next.action.type === 'rate') video.playbackRate = next.action.rate;
    else if (next.action.type === 'jump') video.currentTime = next.action.toSec;
  }

  for (const event of ['playing', 'pause', 'seeking', 'timeupdate'])
    video.addEventListener(event, check, { signal: listening.signal });
  player.addEventListener('playerStateChange', (state) => {
    if (state === 'BUFFERING') memory = noteStall(memory, performance.now());
  });
  return {
    targetSec: () =>
      player.isLive() && first !== null
        ? first.edgeSec + stallAllowanceSec(memory, performance.now())
        : null,
    stop: () => listening.abort(),
  };
}
