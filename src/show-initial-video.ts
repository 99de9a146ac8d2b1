import type { PageConfig } from '../shared/page-config.ts';
import type { PlayerArgs } from '../shared/player-args.ts';
import type { Controller } from './player/controller.ts';
import type { Start } from './player/programme.ts';

/** Puts on stage what the config names: a playlist, a video the server already described, or one to ask the API for. */
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

/** The path's video and those of `playlist=`. Looping one video the way YouTube wants it names it twice. */
function idsInUrl({ videoId, playlist }: PlayerArgs): readonly string[] {
  const isNamedTwice = playlist[0] === videoId;
  return playlist.length === 0 || videoId === '' || isNamedTwice
    ? playlist
    : [videoId, ...playlist];
}

/** What the path names plays, whether the list has it or not. */
function startingWith(videoId: string, listIds: readonly string[]): readonly string[] {
  return videoId === '' || listIds.includes(videoId) ? listIds : [videoId, ...listIds];
}
