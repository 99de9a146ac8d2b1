import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { guardLimits } from './guard-limits.js';

/** Extensions of videos, as in `server/library/media-file-types.ts`. */
const videoExtensions = ['.m3u8', '.mpd', '.mp4', '.m4v', '.webm'];

/**
 * Whether a media directory has a video with this id: a sidecar with it, or a file whose path gives
 * it. Plain JavaScript without packages, because `npm run sign` runs before anything is installed.
 * @param {string} mediaDir absolute path
 * @param {string} videoId
 * @returns {boolean | null} `null` if the directory cannot be read
 */
export function hasVideo(mediaDir, videoId) {
  try {
    return visit(mediaDir, '', videoId, new Set());
  } catch {
    return null;
  }
}

/**
 * @param {string} mediaDir
 * @param {string} folder a media path
 * @param {string} videoId
 * @param {Set<string>} visited inodes: a link may lead to a parent
 * @returns {boolean}
 */
function visit(mediaDir, folder, videoId, visited) {
  const stats = statSync(join(mediaDir, folder));
  const identity = `${stats.dev}:${stats.ino}`;
  if (visited.has(identity)) return false;
  visited.add(identity);
  return readdirSync(join(mediaDir, folder)).some((name) => {
    if (name.startsWith('.')) return false;
    const path = posix.join(folder, name);
    const extension = posix.extname(name).toLowerCase();
    if (videoExtensions.includes(extension) && idOfPath(path) === videoId) return true;
    if (extension === '.json') return idOfSidecar(join(mediaDir, path)) === videoId;
    try {
      return (
        statSync(join(mediaDir, path)).isDirectory() && visit(mediaDir, path, videoId, visited)
      );
    } catch {
      // A dangling link, or a folder of another user.
      return false;
    }
  });
}

/**
 * The id of a video without one in a sidecar, as in `server/library/assign-video-ids.ts`.
 * @param {string} path
 */
function idOfPath(path) {
  const { dir, name } = posix.parse(path);
  return createHash('sha256').update(posix.join(dir, name)).digest('base64url').slice(0, 11);
}

/** @param {string} file */
function idOfSidecar(file) {
  try {
    if (statSync(file).size > guardLimits.sidecarMaxBytes) return null;
    return JSON.parse(readFileSync(file, 'utf8'))?.id ?? null;
  } catch {
    return null;
  }
}
