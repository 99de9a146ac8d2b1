import type Hls from 'hls.js';
import { type ErrorData, ErrorDetails, Events } from 'hls.js';
import { catchUpLimits } from '../../shared/limits/catch-up-limits.ts';
import {
  nextCatchUp,
  noteStall,
  stallAllowanceSec,
  startCatchUp,
} from '../../shared/player/catch-up.ts';
import type { HlsMedia } from './hls-media.ts';

/** HTML `readyState`, HAVE_FUTURE_DATA; workers lack the constant. */
const haveFutureData = 3;

export interface LiveEdge {
  /** @returns the seconds behind the edge that playback returns to; `null` if not live */
  targetSec(): number | null;
  stop(): void;
}

/**
 * Keeps a live stream at its target latency (`catch-up.ts`). hls.js could do so by its rate
 * (`maxLiveSyncPlaybackRate`), but it would reset the rate that a viewer chose, and pull viewers
 * who seeked back a little. Runs at events of hls.js and of the element: no timer of its own.
 * @param isAtEdge whether playback starts at the edge
 */
export function followLiveEdge(hls: Hls, media: HlsMedia, isAtEdge: boolean): LiveEdge {
  const listening = new AbortController();
  let memory = startCatchUp(isAtEdge);

  function check(): void {
    const { latestLevelDetails: details, liveSyncPosition } = hls;
    if (!details?.live || liveSyncPosition === null || listening.signal.aborted) return;
    const { currentTime: positionSec } = media;
    const next = nextCatchUp(memory, {
      nowMs: performance.now(),
      positionSec,
      behindSec: liveSyncPosition - positionSec,
      // The page learns of the edge with each part or segment, so a seek to it may end that far
      // behind.
      edgeSec: catchUpLimits.elsewhereSec + (details.partTarget || details.targetduration),
      aheadSec: hls.mainForwardBufferInfo?.len ?? 0,
      rate: media.playbackRate,
      isPaused: media.paused,
      isSeeking: media.seeking,
      canGoOn: media.readyState >= haveFutureData,
    });
    memory = next.memory;
    if (next.action.type === 'rate') media.playbackRate = next.action.rate;
    else if (next.action.type === 'jump') media.currentTime = next.action.toSec;
  }

  function count(_event: Events.ERROR, { details }: ErrorData): void {
    if (details === ErrorDetails.BUFFER_STALLED_ERROR)
      memory = noteStall(memory, performance.now());
  }

  for (const event of ['playing', 'pause', 'seeking', 'timeupdate'])
    media.addEventListener(event, check, { signal: listening.signal });
  hls.on(Events.LEVEL_UPDATED, check);
  hls.on(Events.ERROR, count);
  return {
    targetSec() {
      const { latestLevelDetails: details, targetLatency } = hls;
      if (!details?.live || targetLatency === null) return null;
      return targetLatency + stallAllowanceSec(memory, performance.now());
    },
    stop: () => listening.abort(),
  };
}
