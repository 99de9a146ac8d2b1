import { join, posix } from 'node:path';
import * as z from 'zod';
import { deriveVideoId } from '../../library/assign-video-ids.ts';
import { groupFiles } from '../../library/group-files.ts';
import { liesInPrivateFolder } from '../../library/private-folder.ts';
import { readJsonFile } from '../../library/sidecars/read-json-file.ts';
import { walkMediaDirectory } from '../../library/walk-media-directory.ts';

/** A video's place in the media directory. */
export interface VideoPlace {
  /** Absolute path of the folder with its files. */
  folder: string;
  /** Name of its files, without endings. */
  stem: string;
  /** Media path of its JSON file; `null` if it has none. */
  sidecar: string | null;
  isInPrivateFolder: boolean;
}

const idSchema = z.object({ id: z.optional(z.string()) });

/**
 * Finds a video by its id, without reading media files.
 * @returns `null` if the directory has no such video
 */
export async function findVideo(mediaDir: string, videoId: string): Promise<VideoPlace | null> {
  const { paths } = await walkMediaDirectory(mediaDir);
  const groups = groupFiles(paths, new Set()).filter(({ media }) => media.length > 0);
  let byPath: VideoPlace | null = null;
  for (const { stemPath, sidecar } of groups) {
    const { dir, base } = posix.parse(stemPath);
    const isInPrivateFolder = liesInPrivateFolder(stemPath);
    const place = { folder: join(mediaDir, dir), stem: base, sidecar, isInPrivateFolder };
    const read =
      sidecar === null ? null : await readJsonFile(join(mediaDir, sidecar), sidecar, idSchema);
    const wanted = read?.ok ? read.value.id : undefined;
    if (wanted === videoId) return place;
    if (wanted === undefined && deriveVideoId(stemPath) === videoId) byPath = place;
  }
  return byPath;
}
