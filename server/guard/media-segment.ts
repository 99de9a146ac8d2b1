import { isSignature, sign } from './signature.js';

/** Who may fetch the files of a video until when, as a segment of their addresses: what a playlist refers to inherits it. */
export interface MediaSegment {
  videoId: string;
  /** Unix seconds. */
  expiresSec: number;
}

/** `~EXPIRY.VIDEO_ID.SIGNATURE`. */
export function makeMediaSegment(key: string, { videoId, expiresSec }: MediaSegment): string {
  return `~${expiresSec}.${videoId}.${sign(key, 'media', [videoId, expiresSec])}`;
}

/** @returns the address with the segment behind its first: `/media/a.mp4` becomes `/media/~…/a.mp4`; addresses of others stay */
export function withSegment(url: string, segment: string): string {
  return url.replace(/^\/(media|live|license)\//, `/$1/${segment}/`);
}

/**
 * @param path below `/media/`, `/live/` or `/license/`, as the request names it
 * @returns the path without the segment; `signed` is `null` for a path that has none
 */
export function splitSegment(path: string): { signed: string | null; rest: string } {
  const [, signed = null, rest = path] =
    /^(~\d{1,12}\.[\w-]{11}\.[\w-]{43})\/(.*)$/s.exec(path) ?? [];
  return { signed, rest };
}

/** @returns `null` for one that this server has not signed; whether it has expired is for the caller to see */
export function readMediaSegment(key: string, text: string): MediaSegment | null {
  const [, expiry = '', videoId = '', signature = ''] =
    /^~(\d+)\.([\w-]{11})\.(.*)$/s.exec(text) ?? [];
  return isSignature(key, 'media', [videoId, expiry], signature)
    ? { videoId, expiresSec: Number(expiry) }
    : null;
}
