import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { assignVideoIds } from './assign-video-ids.js';
import { findParts } from './find-parts.js';
import { groupFiles } from './group-files.js';
import { liesInPrivateFolder } from './private-folder.js';
import { readJsonText } from './sidecars/read-json-text.js';
import { walkMediaDirectory } from './walk-media-directory.js';

/**
 * @typedef {object} FoundVideo
 * @property {string} stemPath media path without ending
 * @property {string[]} media media paths of its playlists, MPDs and files
 * @property {string | null} sidecar media path of its JSON file
 * @property {{ languageCode: string, path: string }[]} captions
 * @property {string[]} posters media paths
 * @property {boolean} isPublic whether it is public beyond doubt. The library has more rules for
 *   doubtful JSON files, whose videos are private
 */

/**
 * Finds a video by its id. It reads JSON files, playlists and MPDs, and no media. Plain JavaScript
 * without packages, because `npm run sign` runs before anything is installed.
 * @param {string} mediaDir absolute path
 * @param {string} videoId
 * @returns {Promise<FoundVideo | null>} `null` if the directory has no such video
 * @throws if the directory cannot be read
 */
export async function findVideo(mediaDir, videoId) {
  // The listing reports an unreadable directory only as a warning.
  await (await opendir(mediaDir)).close();
  const { paths } = await walkMediaDirectory(mediaDir);
  const videos = [];
  for (const files of groupFiles(paths, await findParts(mediaDir, paths))) {
    const json = files.sidecar === null ? noJson : await readJson(mediaDir, files.sidecar);
    const { id, unplayable } = json?.value ?? {};
    if (files.media.length === 0 && unplayable === undefined) continue;
    const wanted = typeof id === 'string' ? id : undefined;
    videos.push({ files, json, stemPath: files.stemPath, wanted });
  }
  const { ids } = assignVideoIds(videos);
  const found = videos.find(({ stemPath }) => ids.get(stemPath) === videoId);
  if (found === undefined) return null;
  const { stemPath, media, sidecar, captions, poster, sharpPoster } = found.files;
  return {
    stemPath,
    media,
    sidecar,
    captions,
    posters: [poster, sharpPoster].filter((path) => path !== null),
    isPublic: isPublic(found, paths),
  };
}

/** @type {Json} */
const noJson = { text: '', value: {} };

/** Matches keys that may be meant to restrict viewers, however they are spelt. */
const closing = /priv|publi|visib|list|hid|embed|domain|play|key|drm/i;

/** Those that close a video only as they say. */
const exactKeys = ['private', 'embedDomains'];

/**
 * @param {{ files: import('./group-files.js').VideoFiles, json: Json | null }} video
 * @param {readonly string[]} paths of all files
 */
function isPublic({ files: { stemPath, sidecar }, json }, paths) {
  if (json === null || (json.value.private ?? false) !== false) return false;
  if (liesInPrivateFolder(stemPath)) return false;
  const keys = [...json.text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, key = '']) => key);
  const suspect = keys.filter((key) => closing.test(key));
  if (new Set(suspect).size < suspect.length) return false;
  if (suspect.some((key) => !exactKeys.includes(key))) return false;
  // A file that resembles the JSON file may restrict the video.
  const stem = `${stemPath}.`.toLowerCase();
  return !paths.some((path) => {
    const name = path.toLowerCase();
    return path !== sidecar && name.startsWith(stem) && name.includes('.json', stem.length - 1);
  });
}

/**
 * @typedef {{ id?: unknown, unplayable?: unknown, private?: unknown }} Keys
 * @typedef {{ text: string, value: Keys }} Json
 */

/**
 * @param {string} mediaDir
 * @param {string} sidecar a media path
 * @returns {Promise<Json | null>} `null` for an invalid file
 */
async function readJson(mediaDir, sidecar) {
  const text = await readJsonText(join(mediaDir, sidecar), sidecar);
  try {
    const value = text.ok ? JSON.parse(text.value) : null;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return text.ok && isObject ? { text: text.value, value } : null;
  } catch {
    return null;
  }
}
