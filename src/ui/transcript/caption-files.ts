import type { CaptionTrackInfo } from '../../../shared/player-response.ts';
import type { CaptionTrack, PlayerState } from '../../player/player-state.ts';

/** Captions with a file of their own: of those that come with the media only what has been played is known. */
export function captionFiles({ captionTracks }: PlayerState): CaptionTrackInfo[] {
  return captionTracks.filter(isCaptionFile);
}

export function hasCaptionFiles({ captionTracks }: PlayerState): boolean {
  return captionTracks.some(isCaptionFile);
}

export function isCaptionFile(track: CaptionTrack): track is CaptionTrackInfo {
  return track.url !== undefined;
}
