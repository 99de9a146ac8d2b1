import { join, posix } from 'node:path';
import * as z from 'zod';
import { deriveVideoId } from '../library/assign-video-ids.ts';
import { mapLimited } from '../library/map-limited.ts';
import { packagingOf } from '../library/media-file-types.ts';
import { readJsonFile } from '../library/read-json-file.ts';
import { walkMediaDirectory } from '../library/walk-media-directory.ts';

/** Sidecars that are read at a time. */
const openCount = 8;

/** What `add` writes into a sidecar of its own, beside what the library reads of it. */
export const addedFromSchema = z.object({
  name: z.string().describe('The file’s name, without its directory.'),
  bytes: z.number().describe('Its size.'),
  fingerprint: z.string().describe('Tells it from other files: hexadecimal.'),
});
const knownSchema = z.object({
  id: z.optional(z.string()),
  title: z._default(z.string(), ''),
  addedFrom: z.optional(addedFromSchema),
});

export interface KnownVideos {
  /** All ids that a video of the directory has or may have. */
  ids: ReadonlySet<string>;
  /** Those that `add` put there. */
  added: readonly AddedEntry[];
}

export interface AddedEntry {
  videoId: string;
  title: string;
  /** Of the file that it was made of. */
  fingerprint: string;
  /** The video's own folder, a media path. */
  folder: string;
}

/** Reads what is in a media directory, without looking into its videos. */
export async function readKnownVideos(mediaDir: string): Promise<KnownVideos> {
  const { paths } = await walkMediaDirectory(mediaDir);
  const sidecars = paths.filter((path) => path.endsWith('.json'));
  const read = await mapLimited(sidecars, openCount, async (path) => ({
    path,
    content: await readJsonFile(join(mediaDir, path), path, knownSchema),
  }));
  const ids = new Set(
    paths.filter((path) => packagingOf(path) !== null).map((path) => deriveVideoId(stemOf(path))),
  );
  const added: AddedEntry[] = [];
  for (const { path, content } of read) {
    // A sidecar that cannot be read names no id.
    if (!content.ok || content.value.id === undefined) continue;
    const { id, title, addedFrom } = content.value;
    ids.add(id);
    const folder = posix.dirname(path);
    // One that was moved out of its folder is the operator's own now.
    if (addedFrom !== undefined && folder !== '.')
      added.push({ videoId: id, title, fingerprint: addedFrom.fingerprint, folder });
  }
  return { ids, added };
}

function stemOf(path: string): string {
  const { dir, name } = posix.parse(path);
  return posix.join(dir, name);
}
