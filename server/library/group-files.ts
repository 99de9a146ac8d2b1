import { posix } from 'node:path';
import { packagings, posterExtensions } from './media-file-types.ts';

/** The files that make one video, all as media paths. */
export interface VideoFiles {
  /** Media path without the media extension: the video's name in its directory tree. */
  stemPath: string;
  /**
   * Playlists, MPDs and media files, in order of preferred packaging; empty if there is only a
   * sidecar.
   */
  media: string[];
  sidecar: string | null;
  captions: { languageCode: string; path: string }[];
  storyboard: string | null;
  poster: string | null;
  /** For hi-dpi screens. */
  sharpPoster: string | null;
}

const preference = Object.values(packagings);

/** Language of a caption file that names none (BCP 47 "undetermined"). */
const undetermined = 'und';

/**
 * Groups files of one directory by their stem. The stem is the name without its media extension, so
 * that `my.holiday.en.vtt` belongs to `my.holiday.mp4`. A sidecar JSON without media is a group
 * too; its content decides whether it counts.
 * @param paths media paths of all files
 * @param referenced media paths that a playlist or an MPD refers to: parts of a video, not videos
 * @returns groups, sorted by stem
 */
export function groupFiles(
  paths: readonly string[],
  referenced: ReadonlySet<string>,
): VideoFiles[] {
  const mediaByStem = new Map<string, string[]>();
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
      const suffixes = suffixesByStem.get(stemPath) ?? new Map<string, string>();
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

function posterOf(suffixes: ReadonlyMap<string, string>, variant: string): string | null {
  const paths = posterExtensions.map((extension) => suffixes.get(variant + extension));
  return paths.find((path) => path !== undefined) ?? null;
}

/**
 * Splits each name at each of its dots, because any of them may end a stem. It passes over all
 * files once: a search for each stem would take seconds with thousands of files.
 * @returns by stem, the paths by their suffix in lower case
 */
function indexSuffixes(
  paths: readonly string[],
  stems: { has(stem: string): boolean },
): Map<string, Map<string, string>> {
  const suffixesByStem = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const nameStart = path.lastIndexOf('/') + 1;
    for (let dot = path.indexOf('.', nameStart); dot !== -1; dot = path.indexOf('.', dot + 1)) {
      const stem = path.slice(0, dot);
      if (!stems.has(stem)) continue;
      const suffixes = suffixesByStem.get(stem) ?? new Map<string, string>();
      suffixes.set(path.slice(dot).toLowerCase(), path);
      suffixesByStem.set(stem, suffixes);
    }
  }
  return suffixesByStem;
}

function rank(path: string): number {
  const packaging = packagings[posix.extname(path).toLowerCase()];
  return packaging === undefined ? preference.length : preference.indexOf(packaging);
}

function captionsOf(suffixes: ReadonlyMap<string, string>): VideoFiles['captions'] {
  const captions: VideoFiles['captions'] = [];
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

function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    // Not a language tag, so the file is not a caption file.
    return null;
  }
}
