import { posix } from 'node:path';

/**
 * @typedef {import('../../shared/player/player-response.ts').MediaSourceInfo} MediaSourceInfo
 * @typedef {MediaSourceInfo['packaging']} Packaging
 */

/**
 * File name extensions of videos, with their packaging.
 * @type {Readonly<Record<string, Packaging>>}
 */
export const packagings = {
  '.m3u8': 'hls',
  '.mpd': 'dash',
  '.mp4': 'progressive',
  '.m4v': 'progressive',
  '.webm': 'progressive',
};

/**
 * @param {string} mediaPath
 * @returns {Packaging | null} the packaging for its extension; `null` if it is no video
 */
export function packagingOf(mediaPath) {
  return packagings[posix.extname(mediaPath).toLowerCase()] ?? null;
}

/** Extensions of a video's poster; the first match wins. */
export const posterExtensions = /** @type {const} */ (['.jpg', '.jpeg', '.png', '.webp']);

/**
 * Content types of all files that `/media/` serves. Files with other extensions are not served, so
 * sidecar JSON and unrelated files stay private.
 * @type {Readonly<Record<string, string>>}
 */
export const servedMediaTypes = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mpd': 'application/dash+xml',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.m4s': 'video/mp4',
  '.cmfv': 'video/mp4',
  '.cmfa': 'video/mp4',
  '.cmfi': 'video/mp4',
  '.ts': 'video/mp2t',
  '.aac': 'audio/aac',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};
