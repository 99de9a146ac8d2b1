import { posix } from 'node:path';
import type { MediaSourceInfo } from '../../shared/player/player-response.ts';

/** File name extensions of videos, with their packaging. */
export const packagings: Readonly<Record<string, MediaSourceInfo['packaging']>> = {
  '.m3u8': 'hls',
  '.mpd': 'dash',
  '.mp4': 'progressive',
  '.m4v': 'progressive',
  '.webm': 'progressive',
};

/** @returns the packaging for a media path's extension; `null` if it is no video */
export function packagingOf(mediaPath: string): MediaSourceInfo['packaging'] | null {
  return packagings[posix.extname(mediaPath).toLowerCase()] ?? null;
}

/** Extensions of a video's poster; the first match wins. */
export const posterExtensions = ['.jpg', '.jpeg', '.png', '.webp'] as const;

/**
 * Content types of all files that `/media/` serves. Files with other extensions are not served, so
 * sidecar JSON and unrelated files stay private.
 */
export const servedMediaTypes: Readonly<Record<string, string>> = {
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
