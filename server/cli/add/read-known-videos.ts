import { join, posix } from 'node:path';
import * as z from 'zod';
import { deriveVideoId } from '../../library/assign-video-ids.js';
import { mapLimited } from '../../library/map-limited.ts';
import { packagingOf } from '../../library/media-file-types.js';
import { liesInPrivateFolder } from '../../library/private-folder.js';
import { readJsonFile } from '../../library/sidecars/read-json-file.ts';
import { walkMediaDirectory } from '../../library/walk-media-directory.js';
import { addLimits } from './add-limits.ts';

/** The key that `add` writes into its sidecars for itself; the library ignores it. */
export const addedFromSchema = z.object({
  name: z.string().describe('The file’s name, without its directory.'),
  bytes: z.number().describe('Its size.'),
  fingerprint: z.string().describe('Hexadecimal fingerprint of the file.'),
});
const knownSchema = z.object({
  id: z.optional(z.string()),
  title: z._default(z.string(), ''),
  private: z.optional(z.unknown()),
  addedFrom: z.optional(addedFromSchema),
});

export interface KnownVideos {
  /** All ids that a video of the directory has or may have. */
  ids: ReadonlySet<string>;
  /** Videos that `add` has added. */
  added: readonly AddedEntry[];
}

export interface AddedEntry {
  videoId: string;
  title: string;
  /** Fingerprint of its source file. */
  fingerprint: string;
  /** The video's own folder, a media path. */
  folder: string;
  isPrivate: boolean;
}

/** Reads the sidecars of a media directory, without its media files. */
export async function readKnownVideos(mediaDir: string): Promise<KnownVideos> {
  const { paths } = await walkMediaDirectory(mediaDir);
  const sidecars = paths.filter((path) => path.endsWith('.json'));
  const read = await mapLimited(sidecars, addLimits.openCount, async (path) => ({
    path,
    content: await readJsonFile(join(mediaDir, path), path, knownSchema),
  }));
  const ids = new Set(
    paths.filter((path) => packagingOf(path) !== null).map((path) => deriveVideoId(stemOf(path))),
  );
  const added: AddedEntry[] = [];
  for (const { path, content } of read) {
    // An unreadable sidecar has no id.
    if (!content.ok || content.value.id === undefined) continue;
    const { id, title, addedFrom } = content.value;
    ids.add(id);
    const folder = posix.dirname(path);
    // If the operator has moved the video out of its folder, `add` no longer manages it.
    if (addedFrom !== undefined && folder !== '.')
      added.push({
        videoId: id,
        title,
        fingerprint: addedFrom.fingerprint,
        folder,
        isPrivate: content.value.private === true || liesInPrivateFolder(path),
      });
  }
  return { ids, added };
}

function stemOf(path: string): string {
  const { dir, name } = posix.parse(path);
  return posix.join(dir, name);
}
