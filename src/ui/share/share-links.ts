import { frameFeatures, frameReferrerPolicy } from '../../../shared/frame-attributes.ts';
import type { PlayerResponse } from '../../../shared/player-response.ts';
import { watchAddress } from '../watch-address.ts';

type Details = PlayerResponse['videoDetails'];

/** Where nothing says how large the picture is. */
const defaultSize = { width: 16, height: 9 };

/** @param base address of the player page */
function embedAddress(videoId: string, base: string): URL {
  return new URL(`/embed/${encodeURIComponent(videoId)}`, base);
}

/**
 * The link to a video: to the operator's own page, or without one to the server's.
 * @param seconds where it shall start; `null`: at its beginning
 */
export function shareLink(
  { videoId, watchUrl }: Pick<Details, 'videoId' | 'watchUrl'>,
  base: string,
  seconds: number | null,
): string {
  const url = watchAddress(watchUrl, base) ?? new URL(`/watch/${encodeURIComponent(videoId)}`, base);
  // YouTube's names: `t` on the page of a video, `start` on that of a player.
  if (seconds !== null) url.searchParams.set('t', String(Math.floor(seconds)));
  return url.href;
}

/** HTML for another page: a frame that is as wide as there is room, in the shape of the picture. */
export function embedCode(
  { videoId, title, width, height }: Pick<Details, 'videoId' | 'title' | 'width' | 'height'>,
  base: string,
  seconds: number | null,
): string {
  const url = embedAddress(videoId, base);
  if (seconds !== null) url.searchParams.set('start', String(Math.floor(seconds)));
  const shape = width > 0 && height > 0 ? { width, height } : defaultSize;
  const attributes = {
    src: url.href,
    title,
    allow: frameFeatures,
    referrerpolicy: frameReferrerPolicy,
    loading: 'lazy',
    style: `width: 100%; aspect-ratio: ${shape.width} / ${shape.height}; border: 0`,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
