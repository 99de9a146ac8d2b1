import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { bareResponse } from '../../api/bare-response.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import type { Admission, Refusal } from './admit.ts';
import type { Guard } from './create-guard.ts';

/** For clients without texts of their own; the player has them in its viewer's language. */
const reasons: Readonly<Record<Refusal, string>> = {
  'auth.private': 'This video is private.',
  'auth.expired': 'The link to this video has expired. Reload the page.',
  'embedding.domain': 'This video is not allowed on this site.',
  'embedder.identity.missing.referrer':
    'This video only plays on sites that identify themselves (Referer).',
};

/**
 * The response for a video that this viewer may not watch, or not on this page. A public video
 * keeps its title and poster; a private one reveals nothing.
 */
export function refusedResponse(
  video: LibraryVideo,
  guard: Guard,
  { errorCode, cause }: Extract<Admission, { isAdmitted: false }>,
): PlayerResponse {
  const { videoDetails, posterUrl } = video.response;
  // The player passes a cause on to the host page, as the fix of its `onError`.
  const reason = cause === null ? reasons[errorCode] : `${reasons[errorCode]} ${cause}`;
  const status = { status: 'UNPLAYABLE', errorCode, reason } as const;
  const bare = bareResponse(videoDetails.videoId, status);
  if (video.isPrivate) return bare;
  return { ...bare, videoDetails, posterUrl: guard.signUrl(video, posterUrl, null) };
}
