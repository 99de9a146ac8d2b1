import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { assignVideoIds } from './assign-video-ids.js';
import { groupFiles } from './group-files.js';
import { readJsonText } from './sidecars/read-json-text.js';
import { walkMediaDirectory } from './walk-media-directory.js';

/**
 * Finds a video by its id, without reading media files. Plain JavaScript without packages, because
 * `npm run sign` runs before anything is installed.
 * @param {string} mediaDir absolute path
 * @param {string} videoId
 * @returns {Promise<{ stemPath: string, sidecar: string | null } | null>} media paths of the video,
 *   without ending, and of its JSON file; `null` if the directory has no such video
 * @throws if the directory cannot be read
 */
export async function findVideo(mediaDir, videoId) {
  // The listing reports an unreadable directory only as a warning.
  await (await opendir(mediaDir)).close();
  const { paths } = await walkMediaDirectory(mediaDir);
  /** @type {{ stemPath: string, sidecar: string | null, wanted: string | undefined }[]} */
  const videos = [];
  for (const { stemPath, media, sidecar } of groupFiles(paths, new Set())) {
    const { id, unplayable } = sidecar === null ? {} : await readKeys(mediaDir, sidecar);
    if (media.length === 0 && unplayable === undefined) continue;
    videos.push({ stemPath, sidecar, wanted: typeof id === 'string' ? id : undefined });
  }
  const { ids } = assignVideoIds(videos);
  return videos.find(({ stemPath }) => ids.get(stemPath) === videoId) ?? null;
}

/**
 * @param {string} mediaDir
 * @param {string} sidecar a media path
 * @returns {Promise<{ id?: unknown, unplayable?: unknown }>} nothing of an invalid file
 */
async function readKeys(mediaDir, sidecar) {
  const text = await readJsonText(join(mediaDir, sidecar), sidecar);
  try {
    return text.ok ? (JSON.parse(text.value) ?? {}) : {};
  } catch {
    return {};
  }
}
