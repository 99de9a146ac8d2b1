import type Hls from 'hls.js';
import { Events, type FragBufferedData } from 'hls.js';
import { hlsLimits } from '../../shared/limits/hls-limits.ts';
import type { HlsMedia } from './hls-media.ts';

/**
 * Lets a film end whose viewer has gone to its end before hls.js played any of it. hls.js 1.7.4
 * completes the choice of a sound track only when a segment of it can be played at the position,
 * and does not end the film before that. At the very end nothing can be played: browsers want some
 * media ahead, or the end. So the position goes back until the choice is complete.
 */
export function reachEnd(hls: Hls, media: Pick<HlsMedia, 'currentTime'>): void {
  let isChoosing = false;

  hls.on(Events.AUDIO_TRACK_SWITCHING, () => {
    isChoosing = true;
  });
  hls.on(Events.AUDIO_TRACK_SWITCHED, () => {
    isChoosing = false;
  });
  hls.on(Events.FRAG_BUFFERED, (_event, { frag }: FragBufferedData) => {
    const playableSec = frag.end - hlsLimits.playableSec;
    const { currentTime: wantedSec } = media;
    if (!isChoosing || frag.type !== 'audio' || !frag.endList || wantedSec <= playableSec) return;
    media.currentTime = playableSec;
    hls.once(Events.AUDIO_TRACK_SWITCHED, () => {
      if (media.currentTime >= playableSec) media.currentTime = wantedSec;
    });
  });
}
