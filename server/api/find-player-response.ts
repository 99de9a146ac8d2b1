import type { PlayerErrorName } from '../../shared/player-error.ts';
import type { PlayerResponse } from '../../shared/player-response.ts';
import { isVideoId, placeholderVideoId } from '../../shared/video-id.ts';
import type { Library } from '../library/scan-library.ts';

/**
 * The reply of the `player` interface. It never fails: for an id that is unknown or malformed it says so, with the names of
 * the error catalogue.
 * @param videoId as it came, well formed or not
 */
export function findPlayerResponse(library: Library, videoId: string): PlayerResponse {
  if (!isVideoId(videoId))
    return errorResponse(placeholderVideoId, 'api.invalidparam', 'This link does not name a video.');
  const known = library.videos.get(videoId)?.response;
  return (
    known ?? errorResponse(videoId, 'video.notfound', 'This video does not exist, or is no longer here.')
  );
}

function errorResponse(videoId: string, errorCode: PlayerErrorName, reason: string): PlayerResponse {
  return {
    playabilityStatus: { status: 'ERROR', errorCode, reason },
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
