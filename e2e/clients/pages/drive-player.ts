import type { Driver } from '../support/driver.ts';

type Answer<T> = T | Promise<T>;

/** The common members of `YT.Player` and the thin layers over it. */
export interface PlayerFunctions {
  playVideo(): unknown;
  pauseVideo(): unknown;
  seekTo(seconds: number, allowSeekAhead: boolean): unknown;
  getPlayerState(): Answer<number | undefined>;
  getCurrentTime(): Answer<number>;
  getDuration(): Answer<number>;
  setVolume(volume: number): unknown;
  getVolume(): Answer<number>;
  mute(): unknown;
  unMute(): unknown;
  isMuted(): Answer<boolean>;
  setPlaybackRate(rate: number): unknown;
  getPlaybackRate(): Answer<number>;
}

/** @param current returns the player, because a layer may replace it when its video changes */
export function drivePlayer(current: () => PlayerFunctions) {
  return {
    play: () => void current().playVideo(),
    pause: () => void current().pauseVideo(),
    time: () => current().getCurrentTime(),
    duration: () => current().getDuration(),
    seek: (seconds) => void current().seekTo(seconds, true),
    isPaused: async () => (await current().getPlayerState()) === YT.PlayerState.PAUSED,
    setVolume: (volume) => void current().setVolume(volume),
    volume: () => current().getVolume(),
    mute: () => void current().mute(),
    unmute: () => void current().unMute(),
    isMuted: () => current().isMuted(),
    setRate: (rate) => void current().setPlaybackRate(rate),
    rate: () => current().getPlaybackRate(),
  } satisfies Driver;
}

export interface PlaylistFunctions {
  loadPlaylist(list: { list: string; listType: 'playlist' }): unknown;
  nextVideo(): unknown;
  previousVideo(): unknown;
  playVideoAt(index: number): unknown;
  getPlaylistIndex(): Answer<number>;
}

export function drivePlaylist(current: () => PlaylistFunctions) {
  return {
    loadPlaylist: (list) => void current().loadPlaylist({ list, listType: 'playlist' }),
    next: () => void current().nextVideo(),
    previous: () => void current().previousVideo(),
    playAt: (index) => void current().playVideoAt(index),
    playlistIndex: () => current().getPlaylistIndex(),
  } satisfies Partial<Driver>;
}
