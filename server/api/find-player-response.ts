import type { PlayerErrorName } from '../../shared/player/player-error.ts';
import type { PlayerResponse } from '../../shared/player/player-response.ts';
import { isVideoId, placeholderVideoId } from '../../shared/player/video-id.ts';
import type { Admission, Client } from '../access/guard/admit.ts';
import type { Guard } from '../access/guard/create-guard.ts';
import { refusedResponse } from '../access/guard/refused-response.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import { relatedVideos } from '../library/related-videos.ts';
import type { Library } from '../library/scan-library.ts';
import type { Bounds } from '../library/sidecars/sidecar.ts';
import { bareResponse } from './bare-response.ts';
import type { Place } from './location-token.ts';

/** Facts about the viewer, from the request. */
export interface Viewer {
  /** `null` when unknown. */
  place: Place | null;
  /** Whether the browser has just reported the place. A place from a token may be old. */
  isPlaceFresh: boolean;
  isHiDpi: boolean;
  asker: Client;
  /** Videos that are not suggested to this viewer. */
  unwanted?: ReadonlySet<string>;
}

/** The reply, and who may frame the page that shows it. */
export interface FoundVideo {
  response: PlayerResponse;
  /** `null`: the video was not found, or this viewer may not watch it. */
  admitted: Extract<Admission, { isAdmitted: true }> | null;
}

/**
 * The reply of the `player` interface. It never fails: for an unknown or malformed id, the reply
 * has an error name from the error catalogue.
 * @param videoId as received; it may be malformed
 */
export function findPlayerResponse(
  { library, guard }: { library: Library; guard: Guard },
  videoId: string,
  viewer: Viewer,
): FoundVideo {
  const notFound = (response: PlayerResponse) => ({ response, admitted: null });
  if (!isVideoId(videoId))
    return notFound(
      errorResponse(
        placeholderVideoId,
        'api.invalidparam',
        'This link does not contain a video id.',
      ),
    );
  const known = library.videos.get(videoId);
  if (known === undefined)
    return notFound(
      errorResponse(videoId, 'video.notfound', 'This video does not exist or was removed.'),
    );
  const admission = guard.admit(known, viewer.asker);
  if (!admission.isAdmitted) return notFound(refusedResponse(known, guard, admission));
  if (known.isPending === true) library.prioritize(videoId);
  const isOffered = (video: LibraryVideo) =>
    !viewer.unwanted?.has(video.response.videoDetails.videoId) &&
    guard.admit(video, { ...viewer.asker, token: '' }).isAdmitted;
  const related = relatedVideos(library, guard, videoId, isOffered);
  const response = guard.signResponse(known, responseFor(known, viewer), admission.untilSec);
  return { response: { ...response, related }, admitted: admission };
}

function responseFor({ response, playableWithin, sharpPosterUrl }: LibraryVideo, viewer: Viewer) {
  const posterUrl = viewer.isHiDpi ? (sharpPosterUrl ?? response.posterUrl) : response.posterUrl;
  const status = playableWithin === null ? null : locationStatus(playableWithin, viewer);
  if (status === null || response.playabilityStatus.status !== 'OK')
    return { ...response, posterUrl };
  return { ...response, posterUrl, playabilityStatus: status, sources: [] };
}

/** @returns why the video cannot be played at this place; `null` if it can */
function locationStatus(
  bounds: Bounds,
  { place, isPlaceFresh }: Viewer,
): PlayerResponse['playabilityStatus'] | null {
  if (place !== null && isWithin(bounds, place)) return null;
  const status = { status: 'UNPLAYABLE', errorCode: 'auth' } as const;
  if (place !== null && isPlaceFresh) {
    const reason = 'This video is not available at your location.';
    return { ...status, reason };
  }
  // Players ask again even if a token has another place, because people travel. The reason is for
  // clients that cannot ask.
  const reason = 'This video is only available in some places, and your location is unknown.';
  return { ...status, reason, needsLocation: true };
}

function isWithin([west, south, east, north]: Bounds, { latitude, longitude }: Place): boolean {
  const isBetween =
    west <= east ? west <= longitude && longitude <= east : west <= longitude || longitude <= east;
  return isBetween && south <= latitude && latitude <= north;
}

function errorResponse(
  videoId: string,
  errorCode: PlayerErrorName,
  reason: string,
): PlayerResponse {
  return bareResponse(videoId, { status: 'ERROR', errorCode, reason });
}
