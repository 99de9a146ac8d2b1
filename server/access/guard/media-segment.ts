import { isSignature, sign } from './signature.js';

/**
 * Grants access to the files of a video until a time, as a segment of their addresses. Relative
 * references in a playlist inherit it.
 */
export interface MediaSegment {
  videoId: string;
  /** Unix seconds. */
  expiresSec: number;
}

/** `~EXPIRY.VIDEO_ID.SIGNATURE`. */
export function makeMediaSegment(key: string, { videoId, expiresSec }: MediaSegment): string {
  return `~${expiresSec}.${videoId}.${sign(key, 'media', [videoId, expiresSec])}`;
}

/**
 * @returns the address with the segment after its first: `/media/a.mp4` becomes `/media/~…/a.mp4`;
 *   addresses outside of this server stay unchanged
 */
export function withSegment(url: string, segment: string): string {
  return url.replace(/^\/(media|live|license)\//, `/$1/${segment}/`);
}

/**
 * @param path below `/media/`, `/live/` or `/license/`, as in the request
 * @returns the path without the segment; `signed` is `null` if it has none
 */
export function splitSegment(path: string): { signed: string | null; rest: string } {
  const [, signed = null, rest = path] =
    /^(~\d{1,12}\.[\w-]{11}\.[\w-]{43})\/(.*)$/s.exec(path) ?? [];
  return { signed, rest };
}

/** @returns `null` if this server has not signed it; the caller must check the expiry */
export function readMediaSegment(key: string, text: string): MediaSegment | null {
  const [, expiry = '', videoId = '', signature = ''] =
    /^~(\d+)\.([\w-]{11})\.(.*)$/s.exec(text) ?? [];
  return isSignature(key, 'media', [videoId, expiry], signature)
    ? { videoId, expiresSec: Number(expiry) }
    : null;
}
