import { realpath } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Result } from '../../../shared/tools/result.ts';
import type { VideoFiles } from '../../library/group-files.js';
import { libraryLimits } from '../../library/library-limits.ts';
import { mapLimited } from '../../library/map-limited.ts';
import { resolveReference } from '../../library/media-path.js';
import type { NumberedFiles } from '../../library/numbered-files.ts';
import { createNumberedIndex, pathsOf } from '../../library/numbered-files.ts';
import { liesInPrivateFolder } from '../../library/private-folder.js';
import { isManifest, manifestsOf } from '../../library/probing/manifests-of.ts';
import type { MediaFacts } from '../../library/probing/media-facts.ts';
import { readTextFile } from '../../library/read-text-file.ts';
import { guardLimits } from './guard-limits.js';

/** A file by its requested and its real media path, which differ for links. */
export interface AskedFile {
  asked: string;
  real: string;
}

/** Maps the files of the media directory to their videos. */
export interface MediaOwners {
  /** Whether any client may fetch it: it belongs to a public video, or to none. */
  isPublic(file: AskedFile): boolean;
  /** Whether viewers of this video may fetch it. */
  belongsTo(videoId: string, file: AskedFile): boolean;
}

export interface OwningVideo {
  files: VideoFiles;
  /** Whether its files need signed URLs. */
  isGuarded: boolean;
}

/**
 * Finds the owners of files. Requirements:
 *
 * 1. A file belongs to a video that names it: by the file's own name, in a playlist, in an MPD or
 *    in a storyboard.
 * 2. An unnamed file, such as a segment that came after the start, belongs to the videos whose
 *    playlist is in its folder. If there is none, the nearest parent folder with a playlist counts.
 * 3. If several videos name a file, one public owner makes it public.
 * 4. If an unnamed file has several owners, one guarded owner makes it guarded.
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
      if (nameCount % guardLimits.namesPerTurnCount === 0) await setImmediate();
    }
    for (const range of found.numbered) numbered.add(range, videoId);
    for (const folder of found.folders) add(folders, folder, videoId);
    if (!isGuarded) continue;
    const paths = [
      ...found.paths,
      ...(hasLinks ? found.numbered.flatMap((range) => [...pathsOf(range)]) : []),
    ];
    for (const real of await mapLimited(paths, guardLimits.openCount, (path) =>
      realMediaPath(root, path),
    ))
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
  // A link does not make its target public.
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
  /** Folders whose unnamed files belong to the video. */
  folders: readonly string[];
}

/** Collects all files that its playlists refer to. */
async function filesOf(
  mediaDir: string,
  { media, captions, storyboard, poster, sharpPoster }: VideoFiles,
  facts: ReadonlyMap<string, Result<MediaFacts>>,
): Promise<FilesOfVideo> {
  const others = [...captions.map(({ path }) => path), poster, sharpPoster, storyboard];
  const pictures = storyboard === null ? [] : await picturesOf(mediaDir, storyboard);
  const found = new Set([...others.filter((path) => path !== null), ...(pictures ?? [])]);
  // The unread storyboard's pictures may be anywhere in its folder.
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

/** @returns the sprites of a storyboard's cues; `null` if it is unreadable or too large */
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
  // A file that a playlist names may be missing.
  const real = await realpath(join(root, path)).catch(() => null);
  return real === null ? null : relative(root, real).replaceAll(sep, '/');
}

/** @returns the videos of a path's folder, or of the nearest parent folder that has any */
function nearest(folders: ReadonlyMap<string, Set<string>>, path: string): ReadonlySet<string> {
  let folder = posix.dirname(path);
  while (!folders.has(folder) && folder !== '.') folder = posix.dirname(folder);
  return folders.get(folder) ?? new Set();
}

function add(map: Map<string, Set<string>>, path: string, videoId: string): void {
  map.set(path, (map.get(path) ?? new Set()).add(videoId));
}
