import { join } from 'node:path';
import type { PlayerResponse, PlaylistResponse } from '../../shared/player-response.ts';
import { playerResponseSchema } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import { firstIssue } from '../../shared/zod.ts';
import type { LiveChannel } from '../live/load-live-channel.ts';
import { loadLiveChannel } from '../live/load-live-channel.ts';
import { assignVideoIds } from './assign-video-ids.ts';
import { buildVideo } from './build-video.ts';
import type { VideoFiles } from './group-files.ts';
import { groupFiles } from './group-files.ts';
import { mapLimited } from './map-limited.ts';
import type { MediaFacts } from './media-facts.ts';
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

interface LibraryVideo {
  response: PlayerResponse;
  /** `null` unless the video is a live stream. */
  live: LiveChannel | null;
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
    const { live, problem } = await openLive(mediaDir, files, sidecar);
    if (problem !== null) warnings.push(problem);
    const built = buildVideo({ videoId: ids.get(files.stemPath) ?? '', files, sidecar, facts, live });
    // Whatever the limits of the contract are, a video beyond them must not reach a player that would refuse all of it.
    const response = playerResponseSchema.safeParse(built);
    if (response.success) videos.set(response.data.videoDetails.videoId, { response: response.data, live });
    else warnings.push(`${files.stemPath}: left out, ${firstIssue(response.error)}.`);
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

async function openLive(
  mediaDir: string,
  { stemPath, media }: VideoFiles,
  sidecar: Sidecar,
): Promise<{ live: LiveChannel | null; problem: string | null }> {
  if (sidecar.live !== true || sidecar.unplayable !== undefined) return { live: null, problem: null };
  const recording = media.find((path) => packagingOf(path) === 'hls');
  if (recording === undefined) {
    return {
      live: null,
      problem: `${stemPath}.json: a live stream is made of an .m3u8, and there is none; the video is not live.`,
    };
  }
  const channel = await loadLiveChannel(mediaDir, recording);
  if (channel.ok) return { live: channel.value, problem: null };
  return {
    live: null,
    problem: `${recording}: cannot be looped as a live stream, ${channel.error.message}; the video is not live.`,
  };
}
