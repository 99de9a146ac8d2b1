import { join } from 'node:path';
import * as z from 'zod';
import type { PlaylistResponse } from '../../shared/player/player-response.ts';
import { playlistResponseSchema } from '../../shared/player/player-response.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import { map } from '../../shared/tools/schema.ts';
import type { LibraryVideo } from './open-video.ts';
import { readJsonFile } from './sidecars/read-json-file.ts';

/** Media path of the file that defines the playlists. */
export const playlistsFile = 'playlists.json';

const playlistsSchema = map(
  z.string(),
  z.object({ title: z.optional(z.string()), videos: z.array(z.string()) }),
);

/**
 * Reads `playlists.json`: `{ "<list id>": { "title": …, "videos": [ids] } }`.
 * @param library its videos; unknown and private ones are omitted from playlists, with a warning
 */
export async function readPlaylists(
  mediaDir: string,
  library: ReadonlyMap<string, Pick<LibraryVideo, 'isPrivate'>>,
): Promise<{ playlists: Map<string, PlaylistResponse>; warnings: string[] }> {
  const playlists = new Map<string, PlaylistResponse>();
  const read = await readJsonFile(join(mediaDir, playlistsFile), playlistsFile, playlistsSchema);
  if (!read.ok)
    return { playlists, warnings: [`${read.error.message}; the playlists are left out.`] };
  const warnings: string[] = [];
  for (const [playlistId, { title = playlistId, videos }] of Object.entries(read.value)) {
    const isListed = (id: string) => library.get(id)?.isPrivate === false;
    for (const id of videos.filter((video) => !isListed(video))) {
      const cause = library.has(id) ? 'is private' : 'is not in the library';
      warnings.push(
        `${playlistsFile}: ${playlistId} names the video "${id}", which ${cause}; it is left out.`,
      );
    }
    const parsed = z.safeParse(playlistResponseSchema, {
      playlistId,
      title,
      videoIds: videos.filter(isListed),
    });
    if (parsed.success) playlists.set(playlistId, parsed.data);
    else
      warnings.push(
        `${playlistsFile}: ${playlistId} is left out, ${firstIssue(parsed.error.issues)}.`,
      );
  }
  return { playlists, warnings };
}
