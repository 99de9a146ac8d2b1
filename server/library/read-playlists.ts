import { join } from 'node:path';
import type { PlaylistResponse } from '../../shared/player-response.ts';
import { playlistResponseSchema } from '../../shared/player-response.ts';
import { firstIssue, z } from '../../shared/zod.ts';
import { readJsonFile } from './read-json-file.ts';

/** Media path of the file that defines the playlists. */
export const playlistsFile = 'playlists.json';

const playlistsSchema = z.record(
  z.string(),
  z.object({ title: z.optional(z.string()), videos: z.array(z.string()) }),
);

/**
 * Reads `playlists.json`: `{ "<list id>": { "title": …, "videos": [ids] } }`.
 * @param isKnown whether the library has a video; others are left out with a warning
 */
export async function readPlaylists(
  mediaDir: string,
  isKnown: (videoId: string) => boolean,
): Promise<{ playlists: Map<string, PlaylistResponse>; warnings: string[] }> {
  const playlists = new Map<string, PlaylistResponse>();
  const read = await readJsonFile(join(mediaDir, playlistsFile), playlistsFile, playlistsSchema);
  if (!read.ok) return { playlists, warnings: [`${read.error.message}; the playlists are left out.`] };
  const warnings: string[] = [];
  for (const [playlistId, { title = playlistId, videos }] of Object.entries(read.value)) {
    for (const id of videos.filter((video) => !isKnown(video))) {
      warnings.push(
        `${playlistsFile}: ${playlistId} names the video "${id}", which is not in the library; it is left out.`,
      );
    }
    const parsed = playlistResponseSchema.safeParse({ playlistId, title, videoIds: videos.filter(isKnown) });
    if (parsed.success) playlists.set(playlistId, parsed.data);
    else warnings.push(`${playlistsFile}: ${playlistId} is left out, ${firstIssue(parsed.error)}.`);
  }
  return { playlists, warnings };
}
