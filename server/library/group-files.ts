import { posix } from 'node:path';
import { packagings, posterExtensions } from './media-file-types.ts';

/** The files that make one video. All of them are media paths. */
export interface VideoFiles {
  /** Media path without the media extension: the video's name in its directory tree. */
  stemPath: string;
  /** Playlists, MPDs and media files, the preferred packaging first. Empty when there is only a sidecar. */
  media: string[];
  sidecar: string | null;
  captions: { languageCode: string; path: string }[];
  storyboard: string | null;
  poster: string | null;
}

const preference = Object.values(packagings);

/** Language of a caption file that names none (BCP 47 "undetermined"). */
const undetermined = 'und';

/**
 * Puts files of one directory that share their stem together. The stem is the name without its media extension, so that
 * `my.holiday.mp4` belongs to `my.holiday.en.vtt`. A sidecar JSON without media is a group as well; whether it counts is
 * its content's affair.
 * @param paths media paths of all files
 * @param referenced media paths that a playlist or an MPD refers to: parts of a video, not videos
 * @returns sorted by stem
 */
export function groupFiles(paths: readonly string[], referenced: ReadonlySet<string>): VideoFiles[] {
  const mediaByStem = new Map<string, string[]>();
  const byLowerCase = new Map<string, string[]>();
  for (const path of paths) {
    const { dir, name, ext } = posix.parse(path);
    const stem = posix.join(dir, name);
    const inDirectory = byLowerCase.get(dir) ?? [];
    inDirectory.push(path);
    byLowerCase.set(dir, inDirectory);
    const extension = ext.toLowerCase();
    const isVideo = extension in packagings && !referenced.has(path);
    if (!isVideo && extension !== '.json') continue;
    const media = mediaByStem.get(stem) ?? [];
    if (isVideo) media.push(path);
    mediaByStem.set(stem, media);
  }
  return [...mediaByStem]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stemPath, media]) => {
      const siblings = byLowerCase.get(posix.dirname(stemPath) === '.' ? '' : posix.dirname(stemPath)) ?? [];
      const suffixes = new Map(
        siblings
          .filter((path) => path.startsWith(`${stemPath}.`))
          .map((path) => [path.slice(stemPath.length).toLowerCase(), path]),
      );
      return {
        stemPath,
        media: media.sort((a, b) => rank(a) - rank(b)),
        sidecar: suffixes.get('.json') ?? null,
        captions: captionsOf(suffixes),
        storyboard: suffixes.get('.storyboard.vtt') ?? null,
        poster:
          posterExtensions.map((extension) => suffixes.get(extension)).find((path) => path !== undefined) ??
          null,
      };
    });
}

function rank(path: string): number {
  const packaging = packagings[posix.extname(path).toLowerCase()];
  return packaging === undefined ? preference.length : preference.indexOf(packaging);
}

function captionsOf(suffixes: ReadonlyMap<string, string>): VideoFiles['captions'] {
  const captions: VideoFiles['captions'] = [];
  for (const [suffix, path] of suffixes) {
    const language =
      suffix === '.vtt' ? undetermined : /^\.([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\.vtt$/.exec(suffix)?.[1];
    const languageCode = language === undefined ? null : canonicalLanguage(language);
    if (languageCode !== null) captions.push({ languageCode, path });
  }
  return captions.sort((a, b) => (a.languageCode < b.languageCode ? -1 : 1));
}

function canonicalLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    // Not a language tag: the file is somebody else's.
    return null;
  }
}
