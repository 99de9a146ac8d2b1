import { posix } from 'node:path';
import { packagingOf, packagings, posterExtensions } from './media-file-types.js';

/**
 * The files that make one video, all as media paths.
 * @typedef {object} VideoFiles
 * @property {string} stemPath media path without the media extension: the video's name in its
 *   directory tree
 * @property {string[]} media playlists, MPDs and media files, in order of preferred packaging;
 *   empty if there is only a sidecar
 * @property {string | null} sidecar
 * @property {{ languageCode: string, path: string }[]} captions
 * @property {string | null} storyboard
 * @property {string | null} poster
 * @property {string | null} sharpPoster for hi-dpi screens
 */

/** @typedef {ReadonlyMap<string, string>} Suffixes paths by their suffix in lower case */

const preference = Object.values(packagings);

/** Language of a caption file that names none (BCP 47 "undetermined"). */
const undetermined = 'und';

/**
 * Groups files of one directory by their stem. The stem is the name without its media extension, so
 * that `my.holiday.en.vtt` belongs to `my.holiday.mp4`. A sidecar JSON without media is a group
 * too; its content decides whether it counts.
 * @param {readonly string[]} paths media paths of all files
 * @param {ReadonlySet<string>} referenced media paths that a playlist or an MPD refers to: parts of
 *   a video, not videos
 * @returns {VideoFiles[]} groups, sorted by stem
 */
export function groupFiles(paths, referenced) {
  /** @type {Map<string, string[]>} */
  const mediaByStem = new Map();
  for (const path of paths) {
    const { dir, name, ext } = posix.parse(path);
    const extension = ext.toLowerCase();
    const isVideo = extension in packagings && !referenced.has(path);
    if (!isVideo && extension !== '.json') continue;
    const stem = posix.join(dir, name);
    const media = mediaByStem.get(stem) ?? [];
    if (isVideo) media.push(path);
    mediaByStem.set(stem, media);
  }
  const suffixesByStem = indexSuffixes(paths, mediaByStem);
  return [...mediaByStem]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stemPath, media]) => {
      const suffixes = suffixesByStem.get(stemPath) ?? new Map();
      return {
        stemPath,
        media: media.sort((a, b) => rank(a) - rank(b)),
        sidecar: suffixes.get('.json') ?? null,
        captions: captionsOf(suffixes),
        storyboard: suffixes.get('.storyboard.vtt') ?? null,
        poster: posterOf(suffixes, ''),
        sharpPoster: posterOf(suffixes, '.2x'),
      };
    });
}

/**
 * @param {Suffixes} suffixes
 * @param {string} variant
 * @returns {string | null}
 */
function posterOf(suffixes, variant) {
  const paths = posterExtensions.map((extension) => suffixes.get(variant + extension));
  return paths.find((path) => path !== undefined) ?? null;
}

/**
 * Splits each name at each of its dots, because any of them may end a stem. It passes over all
 * files once: a search for each stem would take seconds with thousands of files.
 * @param {readonly string[]} paths
 * @param {{ has(stem: string): boolean }} stems
 * @returns {Map<string, Suffixes>} by stem
 */
function indexSuffixes(paths, stems) {
  /** @type {Map<string, Map<string, string>>} */
  const suffixesByStem = new Map();
  for (const path of paths) {
    const nameStart = path.lastIndexOf('/') + 1;
    for (let dot = path.indexOf('.', nameStart); dot !== -1; dot = path.indexOf('.', dot + 1)) {
      const stem = path.slice(0, dot);
      if (!stems.has(stem)) continue;
      const suffixes = suffixesByStem.get(stem) ?? new Map();
      suffixes.set(path.slice(dot).toLowerCase(), path);
      suffixesByStem.set(stem, suffixes);
    }
  }
  return suffixesByStem;
}

/** @param {string} path */
function rank(path) {
  const packaging = packagingOf(path);
  return packaging === null ? preference.length : preference.indexOf(packaging);
}

/**
 * @param {Suffixes} suffixes
 * @returns {VideoFiles['captions']}
 */
function captionsOf(suffixes) {
  /** @type {VideoFiles['captions']} */
  const captions = [];
  for (const [suffix, path] of suffixes) {
    const language =
      suffix === '.vtt'
        ? undetermined
        : /^\.([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\.vtt$/.exec(suffix)?.[1];
    const languageCode = language === undefined ? null : canonicalLanguage(language);
    if (languageCode !== null) captions.push({ languageCode, path });
  }
  return captions.sort((a, b) => (a.languageCode < b.languageCode ? -1 : 1));
}

/** @param {string} tag */
function canonicalLanguage(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    // Not a language tag, so the file is not a caption file.
    return null;
  }
}
