import type Hls from 'hls.js';
import { liveLimits } from '../../shared/limits/live-limits.ts';
import type { HlsMedia } from './hls-media.ts';

/**
 * When a low-latency stream starts to play, skips what was filmed since its start position was
 * chosen. Otherwise a slow start, or a wait before pressing play, would leave the viewer behind for
 * good: no rate change catches up. Nothing is skipped later: a viewer who falls behind while
 * watching misses nothing.
 * @returns a function that stops listening
 */
export function startAtLiveEdge(hls: Hls, media: HlsMedia): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let chosen: number | null = null;
  media.addEventListener(
    'seeking',
    () => {
      chosen ??= media.currentTime;
    },
    { signal },
  );
  media.addEventListener(
    'playing',
    () => {
      listening.abort();
      const { latestLevelDetails: details, liveSyncPosition: edge } = hls;
      if (details === null || !details.live || details.partTarget === 0 || edge === null) return;
      if (chosen !== null && Math.abs(media.currentTime - chosen) > liveLimits.elsewhereSec) return;
      if (edge - media.currentTime > details.partTarget) media.currentTime = edge;
    },
    { signal },
  );
  return () => listening.abort();
}
