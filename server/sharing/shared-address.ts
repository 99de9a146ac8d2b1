import { videoIdPattern } from '../../shared/video-id.ts';
import { parseWebUrl } from '../http/parse-web-url.ts';

/** What the address of a video's page, or of its player, names. */
export interface SharedAddress {
  videoId: string;
  /** Seconds at which it starts; `null` at the beginning. */
  startSec: number | null;
  /** A playlist's id, known or not; empty for none. */
  list: string;
}

/** Longer ones are none that this server has made. */
const addressMaxChars = 2_048;

/** All that lead to one video: its page, and the player under its names. */
const videoPath = /^\/(?:watch|embed|v|e|shorts)\/([^/&]+)\/?$/;

/**
 * Reads the address under which a video was shared.
 * @param text as it came
 * @param ownHost of this server with its port, as the client names it: other hosts' addresses are not ours to speak for
 * @returns `null` for what is no address of a video here
 */
export function parseSharedAddress(text: string, ownHost: string): SharedAddress | null {
  const url = text.length > addressMaxChars ? null : parseWebUrl(text);
  if (url === null || url.host !== ownHost) return null;
  const { pathname, searchParams } = url;
  const videoId = /^\/watch\/?$/.test(pathname)
    ? (searchParams.get('v') ?? '')
    : (videoPath.exec(pathname)?.[1] ?? '');
  if (!videoIdPattern.test(videoId)) return null;
  return { videoId, startSec: readStart(searchParams), list: searchParams.get('list') ?? '' };
}

/**
 * Where an address says that its video starts: `t` of a video's page (`90`, `90s`, `1m30s`), or `start` of a player.
 * @returns whole seconds; `null` where it does not say, or not so that it could be understood
 */
export function readStart(query: URLSearchParams): number | null {
  const text = query.get('t') ?? query.get('start') ?? '';
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})(?:\.\d{1,9})?s?)?$/.exec(text) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return null;
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
