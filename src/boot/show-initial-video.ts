import type { PageConfig } from '../../shared/page/page-config.ts';
import type { PlayerArgs } from '../../shared/player/player-args.ts';
import type { Controller } from '../player/session/controller.ts';
import type { Start } from '../player/session/load-options.ts';

/**
 * Shows the video that the config names: a playlist, a video described by the server, or one to
 * request from the API.
 */
export function showInitialVideo(
  controller: Controller,
  config: Omit<PageConfig, 'args'>,
  args: PlayerArgs,
  start: Start,
): void {
  const { videoId, list, listType } = args;
  const options = { startSeconds: args.start ?? 0, endSeconds: args.end, suggestedHeight: null };
  const { playlist, playerResponse } = config;
  const listIds = playlist ? startingWith(videoId, playlist.videoIds) : idsInUrl(args);
  if (listIds.length > 0) {
    controller.showPlaylist(
      playlist ? list : '',
      listIds,
      listIds.indexOf(videoId),
      start,
      options,
    );
  } else if (list !== '' && videoId === '') {
    controller.showPlaylistById({ listId: list, listType }, 0, start, options);
  } else if (playerResponse) {
    controller.showVideo(playerResponse, start, options);
  } else {
    controller.showVideoById(videoId, start, options);
  }
}

/** The path's video and those of `playlist=`. YouTube's way to loop one video names it in both. */
function idsInUrl({ videoId, playlist }: PlayerArgs): readonly string[] {
  const isNamedTwice = playlist[0] === videoId;
  return playlist.length === 0 || videoId === '' || isNamedTwice
    ? playlist
    : [videoId, ...playlist];
}

/** The path's video plays even if the list lacks it. */
function startingWith(videoId: string, listIds: readonly string[]): readonly string[] {
  return videoId === '' || listIds.includes(videoId) ? listIds : [videoId, ...listIds];
}
