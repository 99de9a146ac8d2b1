import type { IPlaylistSettings, Player, VideoByIdSettings } from '../offstage.ts';
import { PlayerState } from '../offstage.ts';

/** The player's place, to return to after its frame reloads. */
export type Place = { isPlaying: boolean } & (
  | { video: VideoByIdSettings }
  | { list: IPlaylistSettings }
);

/** @returns `null` if the player has not reported a video */
export function readPlace(player: Player): Place | null {
  const videoId = player.getVideoData().video_id;
  if (videoId === '') return null;
  const isPlaying = isPlayingState(player.getPlayerState());
  const startSeconds = player.getCurrentTime();
  const playlist = player.getPlaylist();
  if (playlist.length === 0) return { isPlaying, video: { videoId, startSeconds } };
  // Not by the list's id, which may be an author's name and restores the original order.
  return { isPlaying, list: { playlist, index: player.getPlaylistIndex(), startSeconds } };
}

export function returnTo(player: Player, place: Place): void {
  if ('video' in place) player[place.isPlaying ? 'loadVideoById' : 'cueVideoById'](place.video);
  else player[place.isPlaying ? 'loadPlaylist' : 'cuePlaylist'](place.list);
}

/** @returns whether the video plays, or will play once enough is buffered */
export function isPlayingState(state: PlayerState): boolean {
  return state === PlayerState.PLAYING || state === PlayerState.BUFFERING;
}
