import type Hls from 'hls.js';
import type { HlsMedia } from './hls-media.ts';

/** Seconds: who is farther from where playing was to begin has been seeked to there. */
const elsewhereSec = 1;

/**
 * Skips, as a low-latency stream begins to play, what was filmed since its position was chosen: a slow start, or a viewer who
 * waited before pressing play, would else be behind for good, since no rate other than the viewer's makes up for it.
 * Later on nothing is skipped: who falls behind while watching misses nothing.
 * @returns what forgets it
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
      if (chosen !== null && Math.abs(media.currentTime - chosen) > elsewhereSec) return;
      if (edge - media.currentTime > details.partTarget) media.currentTime = edge;
    },
    { signal },
  );
  return () => listening.abort();
}
