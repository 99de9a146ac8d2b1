import type { PageConfig } from '../shared/page-config.ts';
import type { PlayerArgs } from '../shared/player-args.ts';
import type { Controller, Start } from './player/controller.ts';

/** Puts on stage what the config names: a playlist, a video the server already described, or one to ask the API for. */
export function showInitialVideo(
  controller: Controller,
  config: PageConfig,
  args: PlayerArgs,
  start: Start,
): void {
  const range = { startSeconds: args.start ?? 0, endSeconds: args.end };
  const { playlist, playerResponse } = config;
  const listIds =
    playlist?.videoIds ?? (args.playlist.length > 0 ? [args.videoId, ...args.playlist].filter(Boolean) : []);
  if (listIds.length > 0) {
    controller.showPlaylist(args.list, listIds, listIds.indexOf(args.videoId), start, range);
  } else if (args.list !== '' && args.videoId === '') {
    controller.showPlaylistById(args.list, 0, start, range);
  } else if (playerResponse) {
    controller.showVideo(playerResponse, start, range);
  } else {
    controller.showVideoById(args.videoId, start, range);
  }
}
