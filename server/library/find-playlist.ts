import type { ListType } from '../../shared/player/list-type.ts';
import type { PlaylistResponse } from '../../shared/player/player-response.ts';
import type { Library } from './scan-library.ts';
import { listedVideos } from './scan-library.ts';

/**
 * @param list a playlist's id, or for `user_uploads` an author's name in any case
 * @returns `null` for an unknown list, or an author without videos
 */
export function findPlaylist(
  library: Library,
  list: string,
  listType: ListType,
): PlaylistResponse | null {
  if (listType === 'playlist') return library.playlists.get(list) ?? null;
  const uploads = listedVideos(library)
    .map(({ response }) => response.videoDetails)
    .filter(({ author }) => author !== '' && author.toLowerCase() === list.toLowerCase());
  const [first] = uploads;
  if (first === undefined) return null;
  return { playlistId: list, title: first.author, videoIds: uploads.map(({ videoId }) => videoId) };
}
