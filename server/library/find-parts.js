import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { guardLimits } from '../access/guard/guard-limits.js';
import { isInside } from '../http/files/is-inside.js';
import { packagingOf } from './media-file-types.js';
import { resolveReference } from './media-path.js';
import { mpdReferences } from './mpd-references.js';

/**
 * Finds the media files that playlists and MPDs refer to. Plain JavaScript without packages,
 * because `npm run sign` runs before anything is installed.
 * @param {string} mediaDir absolute path
 * @param {readonly string[]} paths media paths of all files
 * @returns {Promise<Set<string>>} media paths of parts of videos, which are no videos themselves
 */
export async function findParts(mediaDir, paths) {
  const root = await realpath(mediaDir);
  const media = paths.filter((path) => packagingOf(path) !== null);
  /** @type {Set<string>} */
  const parts = new Set();
  for (const path of media) {
    const packaging = packagingOf(path);
    if (packaging === 'progressive') continue;
    const text = await readManifest(root, path);
    const references = packaging === 'hls' ? hlsReferences(text) : mpdReferences(text, path);
    for (const reference of references) {
      const named = resolveReference(reference, path);
      if (named === null || packagingOf(named) === null) continue;
      for (const part of packaging === 'dash' ? filesOf(named, media) : [named])
        if (part !== path) parts.add(part);
    }
  }
  return parts;
}

/**
 * @param {string} root real absolute path
 * @param {string} path a media path
 * @returns {Promise<string>} empty for a file that the library does not read either
 */
async function readManifest(root, path) {
  try {
    const file = await realpath(join(root, path));
    const stats = await stat(file);
    const isReadable = stats.isFile() && stats.size <= guardLimits.manifestMaxBytes;
    return isReadable && isInside(file, root) ? await readFile(file, 'utf8') : '';
  } catch {
    // It was removed since it was listed, or this user may not read it.
    return '';
  }
}

/**
 * @param {string} text
 * @returns {string[]} URIs of segments, their parts, renditions and initialization segments
 */
function hlsReferences(text) {
  if (!/^\uFEFF?#EXTM3U/.test(text)) return [];
  return text.split(/\r?\n/).flatMap((line) => {
    const word = line.trim();
    if (!word.startsWith('#')) return word === '' ? [] : [word];
    const uri = /^#EXT-X-(?:MEDIA|MAP|PART|I-FRAME-STREAM-INF):(?:.*,)?URI="([^"]+)"/.exec(
      word,
    )?.[1];
    return uri === undefined ? [] : [uri];
  });
}

/**
 * @param {string} named path, or the template of an MPD: `$RepresentationID$/init.mp4`
 * @param {readonly string[]} media
 * @returns {string[]} the files that it names
 */
function filesOf(named, media) {
  const texts = named.split(/\$\w+\$/);
  if (texts.length === 1) return [named];
  const pattern = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+');
  const template = new RegExp(`^${pattern}$`);
  return media.filter((path) => template.test(path));
}
