import type { PlaylistResponse } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import type { MediaOwners } from '../guard/media-owners.ts';
import { findMediaOwners } from '../guard/media-owners.ts';
import { assignVideoIds } from './assign-video-ids.ts';
import { groupFiles } from './group-files.ts';
import { mapLimited } from './map-limited.ts';
import type { MediaFacts } from './media-facts.ts';
import type { LibraryVideo } from './open-video.ts';
import { openVideo } from './open-video.ts';
import { liesInPrivateFolder } from './private-folder.ts';
import { packagingOf, probeMedia } from './probe-media.ts';
import { playlistsFile, readPlaylists } from './read-playlists.ts';
import { createSidecarReader } from './read-sidecar.ts';
import type { ProbeMedia } from './remember-facts.ts';
import { walkMediaDirectory } from './walk-media-directory.ts';

/** A media directory, as it was when it was read. */
export interface Library {
  /** By id, in order of their paths. */
  videos: ReadonlyMap<string, LibraryVideo>;
  /** By id, in order of the file. */
  playlists: ReadonlyMap<string, PlaylistResponse>;
  /** Whose files they are; `null` where anybody may have all of them. */
  owners: MediaOwners | null;
  /** What is wrong in the directory: a sentence each that names file and cause. */
  warnings: readonly string[];
  /** Of other hosts that have parts of the videos: playlists and MPDs name them. */
  mediaOrigins: readonly string[];
  /** Directories in the media directory itself. */
  folders: ReadonlySet<string>;
  /** Media paths of files that cannot be read: no video that can be played, or a sidecar that makes its video private. */
  unreadable: readonly string[];
}

/** Files under examination at any time: enough to keep the disk busy, few enough for any limit of open files. */
const openFileCount = 8;

/**
 * @param mediaDir must exist and be readable; whatever is wrong inside becomes a warning
 * @param signsAll whether the files of all videos are guarded, and not only those of private ones
 * @param probe reads what a file says about itself
 */
export async function scanLibrary(
  mediaDir: string,
  signsAll = false,
  probe: ProbeMedia = probeMedia,
): Promise<Library> {
  const { paths, folders, warnings } = await walkMediaDirectory(mediaDir);
  const media = paths.filter((path) => packagingOf(path) !== null);
  const facts = await probeAll(mediaDir, media, probe);
  const referenced = new Set(
    [...facts].flatMap(([path, fact]) =>
      fact.ok ? fact.value.references.filter((part) => part !== path) : [],
    ),
  );
  const unreadable: string[] = [];
  for (const [path, fact] of facts) {
    const problem = fact.ok ? fact.value.defect : fact.error.message;
    if (problem === null || referenced.has(path)) continue;
    warnings.push(`${path}: cannot be played, ${problem}.`);
    unreadable.push(path);
  }

  const groups = groupFiles(paths, referenced).filter(({ sidecar }) => sidecar !== playlistsFile);
  const readSidecar = createSidecarReader(mediaDir, groups);
  const described = await mapLimited(groups, openFileCount, async (files) => ({
    files,
    ...(await readSidecar(files)),
  }));
  const chosen = described.filter(
    ({ files, sidecar }) => files.media.length > 0 || sidecar.unplayable !== undefined,
  );
  for (const { files, warnings: about, doubtful } of described) {
    if (files.media.length === 0) continue;
    warnings.push(...about);
    unreadable.push(...doubtful);
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
  const owning = chosen.map(({ files, sidecar }) => {
    const isGuarded = signsAll || sidecar.private === true;
    return [ids.get(files.stemPath) ?? '', { files, isGuarded }] as const;
  });
  const hasGuarded =
    owning.some(([, { isGuarded }]) => isGuarded) || paths.some((path) => liesInPrivateFolder(path));
  const owners = hasGuarded ? await findMediaOwners(mediaDir, new Map(owning), facts) : null;
  const origins = [...facts.values()].flatMap((fact) => (fact.ok ? fact.value.foreignOrigins : []));
  const found = {
    videos,
    owners,
    mediaOrigins: [...new Set(origins)],
    folders: new Set(folders),
    unreadable,
  };
  if (!paths.includes(playlistsFile)) return { ...found, playlists: new Map(), warnings };
  const lists = await readPlaylists(mediaDir, videos);
  return { ...found, playlists: lists.playlists, warnings: [...warnings, ...lists.warnings] };
}

/** The videos that are shown to whoever asks what there is, in order. */
export function listedVideos({ videos }: Pick<Library, 'videos'>): LibraryVideo[] {
  return [...videos.values()].filter(({ isPrivate }) => !isPrivate);
}

async function probeAll(
  mediaDir: string,
  paths: string[],
  probe: ProbeMedia,
): Promise<Map<string, Result<MediaFacts>>> {
  const results = await mapLimited(
    paths,
    openFileCount,
    async (path) => [path, await probe(mediaDir, path)] as const,
  );
  return new Map(results);
}
