import type { PlaylistResponse } from '../../shared/player/player-response.ts';
import type { Result } from '../../shared/tools/result.ts';
import { err } from '../../shared/tools/result.ts';
import type { AskedFile, MediaOwners } from '../access/guard/media-owners.ts';
import { findMediaOwners } from '../access/guard/media-owners.ts';
import { assignVideoIds } from './assign-video-ids.js';
import { type FileStamp, stampOfNoFile } from './file-stamp.ts';
import { groupFiles } from './group-files.js';
import { knowsFile } from './knows-file.ts';
import { mapLimited } from './map-limited.ts';
import { packagingOf } from './media-file-types.js';
import { createNumberedIndex } from './numbered-files.ts';
import type { LibraryVideo } from './open-video.ts';
import { openVideo } from './open-video.ts';
import { liesInPrivateFolder } from './private-folder.js';
import { manifestsOf } from './probing/manifests-of.ts';
import type { MediaFacts } from './probing/media-facts.ts';
import { endlessPatience, type Patience } from './probing/patience.ts';
import { probePool } from './probing/probe-pool.ts';
import type { Asked, FactsMemory, Question } from './probing/remember-facts.ts';
import { createFactsMemory } from './probing/remember-facts.ts';
import type { ProbeJob, ProbeOutcomes } from './probing/run-probe-job.ts';
import { playlistsFile, readPlaylists } from './read-playlists.ts';
import { readingLimits } from './reading-limits.ts';
import { createSidecarReader } from './sidecars/read-sidecar.ts';
import { stampLibrary } from './stamp-library.ts';
import type { MediaListing } from './walk-media-directory.js';

const { openCount } = readingLimits;

/** A media directory as it was when it was read. */
export interface Library {
  /** By id, in order of their paths. */
  videos: ReadonlyMap<string, LibraryVideo>;
  /** By id, in order of the file. */
  playlists: ReadonlyMap<string, PlaylistResponse>;
  /** Owners of the files; `null` if all files are public. */
  owners: MediaOwners | null;
  /** Problems in the directory, as sentences that name file and cause. */
  warnings: readonly string[];
  /** Origins of other hosts that playlists and MPDs reference. */
  mediaOrigins: readonly string[];
  /**
   * Whether a file was there when the library was listed, or is a newer segment of a stream. Other
   * files may be private, because their sidecar is not read yet.
   */
  hasFile(file: AskedFile): boolean;
  /** Number of files still to read. */
  pendingCount: number;
  /** Reads the files of a video first. */
  prioritize(videoId: string): void;
}

export interface ScanOptions {
  /** Whether the files of all videos are guarded, not only those of private ones. */
  signsAll?: boolean;
  /** Knows facts of files, and reads the others. */
  memory: FactsMemory;
  patience: Patience;
  /** The current files. */
  listing: MediaListing;
  /** Stamps of the media files, by media path. */
  stamps: ReadonlyMap<string, FileStamp>;
}

/**
 * Reads a media directory completely, for commands.
 * @param mediaDir must exist and be readable; problems inside become warnings
 * @param signal ends the work; the promise stays pending then
 */
export async function scanLibrary(mediaDir: string, signal?: AbortSignal): Promise<Library> {
  const memory = createFactsMemory(mediaDir, probePool);
  signal?.addEventListener('abort', memory.close, { once: true });
  const { listing, stamps } = await stampLibrary(mediaDir);
  const { library } = await readLibrary(mediaDir, {
    memory,
    patience: endlessPatience,
    listing,
    stamps,
  });
  signal?.removeEventListener('abort', memory.close);
  return library;
}

/**
 * @returns `isSettled` is false while playlists of guarded videos are unread: any file may belong
 *   to one of them then
 */
export async function readLibrary(
  mediaDir: string,
  { signsAll = false, memory, patience, listing, stamps }: ScanOptions,
): Promise<{ library: Library; isSettled: boolean }> {
  const { paths, hasLinks } = listing;
  const warnings = [...listing.warnings];
  const media = paths.filter((path) => packagingOf(path) !== null);
  const stampOf = (mediaPath: string) => stamps.get(mediaPath) ?? stampOfNoFile;
  const ask = <Type extends ProbeJob['type']>(question: Question<Type>) =>
    memory.ask(question, stampOf(question.mediaPath));
  const facts = await probeAll(media, ask, patience);
  const referenced = findReferenced(media, facts);
  for (const [path, fact] of facts) {
    const problem = fact.ok ? fact.value.defect : fact.error.message;
    if (problem === null || referenced.has(path) || isPending(fact)) continue;
    warnings.push(`${path}: cannot be played, ${problem}.`);
  }

  const groups = groupFiles(paths, referenced).filter(({ sidecar }) => sidecar !== playlistsFile);
  const readSidecar = createSidecarReader(mediaDir, groups);
  const described = await mapLimited(groups, openCount, async (files) => ({
    files,
    ...(await readSidecar(files)),
  }));
  const chosen = described.filter(
    ({ files, sidecar }) => files.media.length > 0 || sidecar.unplayable !== undefined,
  );
  for (const { files, warnings: about } of described)
    if (files.media.length > 0) warnings.push(...about);
  const { ids, warnings: idWarnings } = assignVideoIds(
    chosen.map(({ files, sidecar }) => ({ stemPath: files.stemPath, wanted: sidecar.id })),
  );
  warnings.push(...idWarnings);

  const loadLive = async (mediaPath: string, isLowLatency: boolean) => {
    const asked = await ask<'live'>({ type: 'live', mediaPath, isLowLatency });
    return (await outcomeOf(asked, patience)) ?? stillUnread;
  };
  const videos = new Map<string, LibraryVideo>();
  const mediaOf = new Map<string, readonly string[]>();
  const openedVideos = await mapLimited(chosen, openCount, async ({ files, sidecar }) => {
    const videoId = ids.get(files.stemPath) ?? '';
    const [first] = files.media;
    const writtenMs = first === undefined ? null : stampOf(first).writtenMs;
    const opened = await openVideo({ videoId, files, sidecar, facts, writtenMs, loadLive });
    return { videoId, files, opened };
  });
  for (const { videoId, files, opened } of openedVideos) {
    if (opened.video !== null) videos.set(videoId, opened.video);
    if (opened.video?.isPending) mediaOf.set(videoId, files.media);
    warnings.push(...opened.warnings);
  }
  const owning = chosen.map(({ files, sidecar }) => {
    const isGuarded = signsAll || sidecar.private === true;
    return [ids.get(files.stemPath) ?? '', { files, isGuarded }] as const;
  });
  const hasGuarded =
    owning.some(([, { isGuarded }]) => isGuarded) ||
    paths.some((path) => liesInPrivateFolder(path));
  const owners = hasGuarded
    ? await findMediaOwners(mediaDir, new Map(owning), facts, hasLinks)
    : null;
  const guardedMedia = owning.flatMap(([, { files, isGuarded }]) => (isGuarded ? files.media : []));
  const origins = [...facts.values()].flatMap((fact) => (fact.ok ? fact.value.foreignOrigins : []));
  const lists = paths.includes(playlistsFile) ? await readPlaylists(mediaDir, videos) : null;
  const library: Library = {
    videos,
    owners,
    mediaOrigins: [...new Set(origins)],
    hasFile: knowsFile(listing, facts),
    playlists: lists?.playlists ?? new Map(),
    warnings: [...warnings, ...(lists?.warnings ?? [])],
    pendingCount: [...facts.values()].filter(isPending).length,
    prioritize(videoId) {
      for (const path of mediaOf.get(videoId) ?? []) memory.prioritize(path);
    },
  };
  return { library, isSettled: areRead(guardedMedia, facts) };
}

/** The videos of public lists, in order. */
export function listedVideos({ videos }: Pick<Library, 'videos'>): LibraryVideo[] {
  return [...videos.values()].filter(
    ({ isPrivate, isRestricted }) => !isPrivate && isRestricted !== true,
  );
}

async function probeAll(
  paths: readonly string[],
  ask: (question: Question<'media'>) => Promise<Asked<'media'>>,
  patience: Patience,
): Promise<Map<string, Result<MediaFacts>>> {
  // Request all files before waiting for the first, so that none delays reading the others.
  const asked = await mapLimited(paths, openCount, async (mediaPath) => ({
    mediaPath,
    asked: await ask({ type: 'media', mediaPath }),
  }));
  const facts = new Map<string, Result<MediaFacts>>();
  for (const { mediaPath, asked: answer } of asked) {
    facts.set(mediaPath, (await outcomeOf(answer, patience)) ?? stillUnread);
  }
  return facts;
}

const stillUnread = err('PENDING', 'it is still being read');

/** @returns `null` if it takes too long, and nothing was known before */
async function outcomeOf<Type extends ProbeJob['type']>(
  asked: Asked<Type>,
  patience: Patience,
): Promise<ProbeOutcomes[Type] | null> {
  if ('outcome' in asked) return asked.outcome;
  return (await patience.wait(asked.coming)) ?? asked.meanwhile;
}

/** @returns the media files that are parts of another file */
function findReferenced(
  media: readonly string[],
  facts: ReadonlyMap<string, Result<MediaFacts>>,
): Set<string> {
  const referenced = new Set<string>();
  const numbered = createNumberedIndex<string>();
  for (const [path, fact] of facts) {
    if (!fact.ok) continue;
    for (const part of fact.value.references)
      if (part !== path && packagingOf(part) !== null) referenced.add(part);
    for (const range of fact.value.numbered ?? []) numbered.add(range, path);
  }
  for (const path of media) if (numbered.find(path).some((by) => by !== path)) referenced.add(path);
  return referenced;
}

function isPending(fact: Result<MediaFacts>): boolean {
  return !fact.ok && fact.error.code === 'PENDING';
}

/** @returns whether all playlists reachable from these files are read */
function areRead(
  media: readonly string[],
  facts: ReadonlyMap<string, Result<MediaFacts>>,
): boolean {
  const found = new Set<string>();
  const queue = [...media];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const fact = facts.get(path);
    if (fact === undefined || found.has(path)) continue;
    found.add(path);
    if (isPending(fact) && packagingOf(path) !== 'progressive') return false;
    if (fact.ok) for (const reference of manifestsOf(fact.value)) queue.push(reference);
  }
  return true;
}
