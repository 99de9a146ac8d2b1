import { escapeAttribute } from '../../../../shared/page/escape-attribute.ts';
import { frameFeatures, frameReferrerPolicy } from '../../../../shared/page/frame-attributes.ts';
import type { PlayerResponse } from '../../../../shared/player/player-response.ts';
import type { SharePanel } from '../../../../shared/wire/api-calls.ts';
import { watchAddress } from '../../../parts/watch-address.ts';

type Details = PlayerResponse['videoDetails'];

/** The shape of the frame if the picture's size is unknown. */
const defaultSize = { width: 16, height: 9 };

/** Start time and playlist of a shared link. */
export interface SharedPlace {
  /** Start time; `null`: the beginning. */
  seconds: number | null;
  /** The video's playlist; empty: none. */
  listId: string;
}

/**
 * Adds start time and playlist to an address. The names are YouTube's: `t` on the page of a video,
 * `start` on that of a player.
 */
function addPlace(url: URL, { seconds, listId }: SharedPlace, timeName: 't' | 'start'): URL {
  if (seconds !== null) url.searchParams.set(timeName, String(Math.floor(seconds)));
  if (listId !== '') url.searchParams.set('list', listId);
  return url;
}

/**
 * The link to a video: to the operator's own page, or without one to the server's.
 * @param base address of the player page
 */
export function shareLink(
  { videoId, watchUrl }: Pick<Details, 'videoId' | 'watchUrl'>,
  base: string,
  place: SharedPlace,
): string {
  const url =
    watchAddress(watchUrl, base) ?? new URL(`/watch/${encodeURIComponent(videoId)}`, base);
  return addPlace(url, place, 't').href;
}

/**
 * Adds the start time to the link and code from the API's share panel. They already include the
 * playlist.
 */
export function linksOfPanel(
  { url, embedUrl, embedCode: code }: SharePanel,
  seconds: number | null,
): { link: string; code: string } {
  const place = { seconds, listId: '' };
  const timed = addPlace(new URL(embedUrl), place, 'start').href;
  return {
    link: addPlace(new URL(url), place, 't').href,
    code: code.replaceAll(escapeAttribute(embedUrl), () => escapeAttribute(timed)),
  };
}

/** HTML for another page: a frame as wide as its container, in the shape of the picture. */
export function embedCode(
  { videoId, title, width, height }: Pick<Details, 'videoId' | 'title' | 'width' | 'height'>,
  base: string,
  place: SharedPlace,
): string {
  const url = addPlace(new URL(`/embed/${encodeURIComponent(videoId)}`, base), place, 'start');
  const shape = width > 0 && height > 0 ? { width, height } : defaultSize;
  const attributes = {
    src: url.href,
    title,
    allow: frameFeatures,
    referrerpolicy: frameReferrerPolicy,
    loading: 'lazy',
    style: `width: 100%; aspect-ratio: ${shape.width} / ${shape.height}; border: 0`,
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeAttribute(value)}"`,
  );
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
