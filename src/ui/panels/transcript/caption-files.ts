import type { CaptionTrackInfo } from '../../../../shared/player/player-response.ts';
import type { CaptionTrack, PlayerState } from '../../../player/state/player-state.ts';

/**
 * Caption tracks that have a file. For captions inside the media, only the played part is known.
 */
export function captionFiles({ captionTracks }: PlayerState): CaptionTrackInfo[] {
  return captionTracks.filter(isCaptionFile);
}

export function hasCaptionFiles({ captionTracks }: PlayerState): boolean {
  return captionTracks.some(isCaptionFile);
}

export function isCaptionFile(track: CaptionTrack): track is CaptionTrackInfo {
  return track.url !== undefined;
}
