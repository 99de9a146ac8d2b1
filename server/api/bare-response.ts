import type { PlayerResponse } from '../../shared/player/player-response.ts';

/** A reply that gives the reason why there is no video, and no details of the video. */
export function bareResponse(
  videoId: string,
  playabilityStatus: PlayerResponse['playabilityStatus'],
): PlayerResponse {
  return {
    playabilityStatus,
    videoDetails: {
      videoId,
      title: '',
      author: '',
      shortDescription: '',
      lengthSeconds: 0,
      isLive: false,
      width: 0,
      height: 0,
    },
    sources: [],
    captionTracks: [],
    chapters: [],
    posterUrl: null,
    storyboardUrl: null,
  };
}
