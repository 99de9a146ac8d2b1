import type Hls from 'hls.js';
import { hlsLimits } from '../../shared/limits/hls-limits.ts';
import type { HlsMedia } from './hls-media.ts';

/**
 * Moves a seek that ends just after a discontinuity a little further. The last sound before it
 * reaches some milliseconds beyond it. hls.js 1.7.4 wants that sound then, and waits for the
 * picture that belongs to it, which is never loaded.
 */
export function passDiscontinuity(hls: Hls, media: HlsMedia): void {
  media.addEventListener('seeking', () => {
    const { currentTime } = media;
    const fragments = hls.latestLevelDetails?.fragments ?? [];
    const index = fragments.findIndex(({ end }) => currentTime < end);
    const [before, at] = [fragments[index - 1], fragments[index]];
    if (before === undefined || at === undefined || before.cc === at.cc) return;
    // Half of it, because an element rounds where a seek goes.
    if (currentTime < at.start + hlsLimits.discontinuitySec / 2)
      media.currentTime = at.start + hlsLimits.discontinuitySec;
  });
}
