import type { ApiFields, SharePanel } from '../../shared/api-calls.ts';
import { isVideoId } from '../../shared/video-id.ts';
import { escapeHtml } from '../http/escape-html.ts';
import type { Library } from '../library/scan-library.ts';

/** Where nothing says how large the picture is. */
const defaultSize = { width: 640, height: 360 };

/**
 * Links to a video, and the code that embeds it.
 * @param origin of the embed page, as viewers reach it
 * @returns `null` for an entity that names no video of the library
 */
export function sharePanel(
  library: Library,
  { serializedSharedEntity, includeListId }: ApiFields<'getSharePanel'>,
  origin: string,
): SharePanel | null {
  const entity = new URLSearchParams(serializedSharedEntity);
  const videoId = entity.get('v') ?? '';
  const details = isVideoId(videoId) ? library.videos.get(videoId)?.response.videoDetails : undefined;
  if (details === undefined) return null;
  const listId = entity.get('list') ?? '';
  const hasList = includeListId === true && library.playlists.has(listId);
  const url = new URL(`/watch?v=${videoId}`, origin);
  const embedUrl = new URL(`/embed/${videoId}`, origin);
  if (hasList) for (const link of [url, embedUrl]) link.searchParams.set('list', listId);
  const { width, height } = details.width > 0 && details.height > 0 ? details : defaultSize;
  const attributes = {
    width: String(defaultSize.width),
    height: String(Math.round((defaultSize.width * height) / width)),
    src: embedUrl.href,
    title: details.title,
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    referrerpolicy: 'strict-origin-when-cross-origin',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  return {
    title: details.title,
    url: url.href,
    embedUrl: embedUrl.href,
    embedCode: `<iframe ${written.join(' ')} allowfullscreen></iframe>`,
  };
}
