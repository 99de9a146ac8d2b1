import { isVideoId } from '../../shared/player/video-id.ts';
import type { ApiFields, SharePanel } from '../../shared/wire/api-calls.ts';
import type { Library } from '../library/scan-library.ts';
import { fitSize } from '../pages/watch/fit-size.ts';
import { frameCode } from '../pages/watch/frame-code.ts';
import { videoAddresses } from '../pages/watch/video-addresses.ts';

/**
 * Links to a video, and its embed code.
 * @param origin origin of the embed page, as viewers reach it
 * @returns `null` if the entity names no video of the library, or a private one
 */
export function sharePanel(
  library: Library,
  { serializedSharedEntity, includeListId }: ApiFields<'getSharePanel'>,
  origin: string,
): SharePanel | null {
  const entity = new URLSearchParams(serializedSharedEntity);
  const videoId = entity.get('v') ?? '';
  const video = isVideoId(videoId) ? library.videos.get(videoId) : undefined;
  if (video === undefined || video.isPrivate) return null;
  const details = video.response.videoDetails;
  const listId = entity.get('list') ?? '';
  const hasList = includeListId === true && library.playlists.has(listId);
  const { watchUrl, embedUrl } = videoAddresses(origin, {
    videoId,
    startSec: null,
    list: hasList ? listId : '',
  });
  const size = fitSize(details, { maxWidth: null, maxHeight: null });
  return {
    title: details.title,
    url: watchUrl,
    embedUrl,
    embedCode: frameCode({ ...size, src: embedUrl, title: details.title }),
  };
}
