import { videoIdPattern } from '../../../shared/player/video-id.ts';
import { parseWebUrl } from '../../http/parse-web-url.ts';
import { watchLimits } from './watch-limits.ts';

/** The video that an address of a page or a player names. */
export interface SharedAddress {
  videoId: string;
  /** Start in seconds; `null` for the beginning. */
  startSec: number | null;
  /** A playlist's id, known or not; empty for none. */
  list: string;
}

/** All paths of one video: its page, and the player's. */
const videoPath = /^\/(?:watch|embed|v|e|shorts)\/([^/&]+)\/?$/;

/**
 * Parses the address under which a video was shared.
 * @param text as received
 * @param ownHost this server with its port, as the client names it; addresses of other hosts are
 * refused
 * @returns `null` if the text is no address of a video here
 */
export function parseSharedAddress(text: string, ownHost: string): SharedAddress | null {
  const url = text.length > watchLimits.addressMaxChars ? null : parseWebUrl(text);
  if (url === null || url.host !== ownHost) return null;
  const { pathname, searchParams } = url;
  const videoId = /^\/watch\/?$/.test(pathname)
    ? (searchParams.get('v') ?? '')
    : (videoPath.exec(pathname)?.[1] ?? '');
  if (!videoIdPattern.test(videoId)) return null;
  return { videoId, startSec: readStart(searchParams), list: searchParams.get('list') ?? '' };
}

/**
 * The start time in an address: `t` of a video's page (`90`, `90s`, `1m30s`), or `start` of a
 * player.
 * @returns whole seconds; `null` if missing or malformed
 */
export function readStart(query: URLSearchParams): number | null {
  const text = query.get('t') ?? query.get('start') ?? '';
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})(?:\.\d{1,9})?s?)?$/.exec(text) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
