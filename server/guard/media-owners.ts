import { realpath } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../shared/result.ts';
import type { VideoFiles } from '../library/group-files.ts';
import { isManifest, manifestsOf } from '../library/manifests-of.ts';
import { mapLimited } from '../library/map-limited.ts';
import type { MediaFacts } from '../library/media-facts.ts';
import { resolveReference } from '../library/media-path.ts';
import type { NumberedFiles } from '../library/numbered-files.ts';
import { createNumberedIndex, pathsOf } from '../library/numbered-files.ts';
import { liesInPrivateFolder } from '../library/private-folder.ts';
import { readTextFile } from '../library/read-text-file.ts';
import { libraryLimits } from '../limits/library-limits.ts';

/** A file under the name by which it is asked for, and under its own: links have both. Media paths. */
export interface AskedFile {
  asked: string;
  real: string;
}

/** Which videos the files of the media directory belong to. */
export interface MediaOwners {
  /** Whether anybody may have it: it belongs to a video that everybody may watch, or to none. */
  isPublic(file: AskedFile): boolean;
  /** Whether who may watch this video may have it. */
  belongsTo(videoId: string, file: AskedFile): boolean;
}

export interface OwningVideo {
  files: VideoFiles;
  /** Whether its files need signed URLs. */
  isGuarded: boolean;
}

/** Names that are noted before requests have their turn. */
const namesPerTurn = 20_000;

/** Links that are followed at a time. */
const openCount = 8;

/**
 * A file is a video's if the video names it: by its name, in a playlist, in an MPD or in a storyboard. What nobody names (segments that came
 * after the start) is of the videos whose playlist lies in the same folder, or in the nearest above. Of several owners one that
 * everybody may watch is enough for what is named; of what is not, one that not everybody may watch.
 * @param facts by media path
 * @param hasLinks whether there are symbolic links in the directory
 */
export async function findMediaOwners(
  mediaDir: string,
  videos: ReadonlyMap<string, OwningVideo>,
  facts: ReadonlyMap<string, Result<MediaFacts>>,
  hasLinks = true,
): Promise<MediaOwners> {
  const named = new Map<string, Set<string>>();
  const numbered = createNumberedIndex<string>();
  const folders = new Map<string, Set<string>>();
  const root = await realpath(mediaDir);
  let nameCount = 0;
  for (const [videoId, { files, isGuarded }] of videos) {
    const found = await filesOf(mediaDir, files, facts);
    for (const path of found.paths) {
      add(named, path, videoId);
      if (isManifest(path)) add(folders, posix.dirname(path), videoId);
      nameCount += 1;
      if (nameCount % namesPerTurn === 0) await setImmediate();
    }
    for (const range of found.numbered) numbered.add(range, videoId);
    for (const folder of found.folders) add(folders, folder, videoId);
    if (!isGuarded) continue;
    const paths = [
      ...found.paths,
      ...(hasLinks ? found.numbered.flatMap((range) => [...pathsOf(range)]) : []),
    ];
    for (const real of await mapLimited(paths, openCount, (path) => realMediaPath(root, path)))
      if (real !== null) add(named, real, videoId);
  }

  const isOpen = (videoId: string) => videos.get(videoId)?.isGuarded !== true;
  const namedBy = (path: string) => new Set([...(named.get(path) ?? []), ...numbered.find(path)]);
  const ownersOf = (path: string) => {
    const names = namedBy(path);
    return names.size > 0 ? names : nearest(folders, path);
  };
  function isOpenPath(path: string): boolean {
    const names = [...namedBy(path)];
    if (names.length > 0) return names.some(isOpen);
    return [...nearest(folders, path)].every(isOpen) && !liesInPrivateFolder(path);
  }
  // A link does not open what it leads to.
  const isPublic = ({ asked, real }: AskedFile) => isOpenPath(asked) && isOpenPath(real);
  return {
    isPublic,
    belongsTo: (videoId, file) =>
      ownersOf(file.asked).has(videoId) || ownersOf(file.real).has(videoId) || isPublic(file),
  };
}

interface FilesOfVideo {
  paths: ReadonlySet<string>;
  numbered: readonly NumberedFiles[];
  /** Whose files are the video’s if nothing names them. */
  folders: readonly string[];
}

/** All that its playlists lead to. */
async function filesOf(
  mediaDir: string,
  { media, captions, storyboard, poster, sharpPoster }: VideoFiles,
  facts: ReadonlyMap<string, Result<MediaFacts>>,
): Promise<FilesOfVideo> {
  const others = [...captions.map(({ path }) => path), poster, sharpPoster, storyboard];
  const pictures = storyboard === null ? [] : await picturesOf(mediaDir, storyboard);
  const found = new Set([...others.filter((path) => path !== null), ...(pictures ?? [])]);
  // Its pictures may lie anywhere in its folder.
  const folders = storyboard !== null && pictures === null ? [posix.dirname(storyboard)] : [];
  const numbered: NumberedFiles[] = [];
  const queue = [...media];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const fact = facts.get(path);
    if (!fact?.ok) continue;
    for (const reference of fact.value.references) queue.push(reference);
    for (const range of fact.value.numbered ?? []) numbered.push(range);
    for (const manifest of manifestsOf(fact.value)) queue.push(manifest);
  }
  return { paths: found, numbered, folders };
}

/** @returns the sprites that a storyboard's cues name; `null` if it cannot be read or is too large */
async function picturesOf(mediaDir: string, storyboard: string): Promise<string[] | null> {
  const maxBytes = libraryLimits.storyboardBytes.value;
  const text = await readTextFile(join(mediaDir, storyboard), maxBytes).catch(() => null);
  if (text === null) return null;
  const names = new Set([...text.matchAll(/^(\S+?)#xywh=/gm)].map(([, name = '']) => name));
  return [...names]
    .map((name) => resolveReference(name, storyboard))
    .filter((path) => path !== null);
}

async function realMediaPath(root: string, path: string): Promise<string | null> {
  // A file that a playlist names need not be there.
  const real = await realpath(join(root, path)).catch(() => null);
  return real === null ? null : relative(root, real).replaceAll(sep, '/');
}

/** @returns what is said of the folder of a path, or of the nearest above that anything is said of */
function nearest(folders: ReadonlyMap<string, Set<string>>, path: string): ReadonlySet<string> {
  let folder = posix.dirname(path);
  while (!folders.has(folder) && folder !== '.') folder = posix.dirname(folder);
  return folders.get(folder) ?? new Set();
}

function add(map: Map<string, Set<string>>, path: string, videoId: string): void {
  map.set(path, (map.get(path) ?? new Set()).add(videoId));
}
