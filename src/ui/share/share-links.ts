import type { SharePanel } from '../../../shared/api-calls.ts';
import { escapeAttribute } from '../../../shared/escape-attribute.ts';
import { frameFeatures, frameReferrerPolicy } from '../../../shared/frame-attributes.ts';
import type { PlayerResponse } from '../../../shared/player-response.ts';
import { watchAddress } from '../watch-address.ts';

type Details = PlayerResponse['videoDetails'];

/** Where nothing says how large the picture is. */
const defaultSize = { width: 16, height: 9 };

/** Which part of what is shared. */
export interface SharedPlace {
  /** Where it shall start; `null`: at its beginning. */
  seconds: number | null;
  /** The playlist that it stands in; empty: none. */
  listId: string;
}

/** What an address says of the place. YouTube's names: `t` on the page of a video, `start` on that of a player. */
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

/** The same of what the API's share panel answered, which knows the list already. */
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

/** HTML for another page: a frame that is as wide as there is room, in the shape of the picture. */
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
