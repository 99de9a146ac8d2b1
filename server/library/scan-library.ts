import { join } from 'node:path';
import type { PlaylistResponse } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import { assignVideoIds } from './assign-video-ids.ts';
import type { VideoFiles } from './group-files.ts';
import { groupFiles } from './group-files.ts';
import { mapLimited } from './map-limited.ts';
import type { MediaFacts } from './media-facts.ts';
import type { LibraryVideo } from './open-video.ts';
import { openVideo } from './open-video.ts';
import { packagingOf, probeMedia } from './probe-media.ts';
import { readJsonFile } from './read-json-file.ts';
import { playlistsFile, readPlaylists } from './read-playlists.ts';
import type { Sidecar } from './sidecar.ts';
import { sidecarSchema } from './sidecar.ts';
import { walkMediaDirectory } from './walk-media-directory.ts';

/** A media directory, as it was at the start. */
export interface Library {
  /** By id, in order of their paths. */
  videos: ReadonlyMap<string, LibraryVideo>;
  /** By id, in order of the file. */
  playlists: ReadonlyMap<string, PlaylistResponse>;
  /** What is wrong in the directory: a sentence each that names file and cause. */
  warnings: readonly string[];
}

/** Files under examination at any time: enough to keep the disk busy, few enough for any limit of open files. */
const openFileCount = 8;

/** @param mediaDir must exist and be readable; whatever is wrong inside becomes a warning */
export async function scanLibrary(mediaDir: string): Promise<Library> {
  const { paths, warnings } = await walkMediaDirectory(mediaDir);
  const facts = await probeAll(
    mediaDir,
    paths.filter((path) => packagingOf(path) !== null),
  );
  const referenced = new Set(
    [...facts].flatMap(([path, fact]) =>
      fact.ok ? fact.value.references.filter((part) => part !== path) : [],
    ),
  );
  for (const [path, fact] of facts) {
    const problem = fact.ok ? fact.value.defect : fact.error.message;
    if (problem !== null && !referenced.has(path)) warnings.push(`${path}: cannot be played, ${problem}.`);
  }

  const groups = groupFiles(paths, referenced).filter(({ sidecar }) => sidecar !== playlistsFile);
  const described = await mapLimited(groups, openFileCount, async (files) => ({
    files,
    ...(await readSidecar(mediaDir, files)),
  }));
  const chosen = described.filter(
    ({ files, sidecar }) => files.media.length > 0 || sidecar.unplayable !== undefined,
  );
  for (const { files, problem } of described) {
    if (problem !== null && files.media.length > 0) warnings.push(`${problem}; the file is ignored.`);
  }
  const { ids, warnings: idWarnings } = assignVideoIds(
    chosen.map(({ files, sidecar }) => ({ stemPath: files.stemPath, wanted: sidecar.id })),
  );
  warnings.push(...idWarnings);

  const videos = new Map<string, LibraryVideo>();
  for (const { files, sidecar } of chosen) {
    const videoId = ids.get(files.stemPath) ?? '';
    const opened = await openVideo({ mediaDir, videoId, files, sidecar, facts });
    if (opened.video !== null) videos.set(videoId, opened.video);
    warnings.push(...opened.warnings);
  }
  if (!paths.includes(playlistsFile)) return { videos, playlists: new Map(), warnings };
  const lists = await readPlaylists(mediaDir, (id) => videos.has(id));
  return { videos, playlists: lists.playlists, warnings: [...warnings, ...lists.warnings] };
}

async function probeAll(mediaDir: string, paths: string[]): Promise<Map<string, Result<MediaFacts>>> {
  const results = await mapLimited(
    paths,
    openFileCount,
    async (path) => [path, await probeMedia(mediaDir, path)] as const,
  );
  return new Map(results);
}

async function readSidecar(
  mediaDir: string,
  { sidecar }: VideoFiles,
): Promise<{ sidecar: Sidecar; problem: string | null }> {
  if (sidecar === null) return { sidecar: {}, problem: null };
  const read = await readJsonFile(join(mediaDir, sidecar), sidecar, sidecarSchema);
  return read.ok ? { sidecar: read.value, problem: null } : { sidecar: {}, problem: read.error.message };
}
