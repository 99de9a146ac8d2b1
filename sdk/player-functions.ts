import type {
  PlaylistArgs,
  SuggestedVideoQuality,
  VideoByIdArgs,
  VideoByIdSettings,
  VideoByUrlArgs,
} from './load-settings.ts';
import type { PerformanceBudget } from './performance-report.ts';
import { PlayerState } from './player-state.ts';

export interface VideoData {
  /** Id of the current video; empty until known. */
  video_id: string;
  author: string;
  title: string;
}

export interface SphericalProperties {
  enableOrientationSensor?: boolean | undefined;
  fov?: number | undefined;
  pitch?: number | undefined;
  roll?: number | undefined;
  yaw?: number | undefined;
}

/**
 * The functions of a player (host protocol §2). Actions are sent to the frame once it has answered,
 * and return the player. Getters return the frame's last report at once; before any report, the
 * values of `neutralValues`. Times are seconds, volumes 0 to 100.
 */
export interface PlayerFunctions {
  /** Shows a video without playing it. */
  cueVideoById(...args: VideoByIdArgs): this;
  /** Loads and plays a video. */
  loadVideoById(...args: VideoByIdArgs): this;
  /** The id is read from `/v/`, `/e/` or `/embed/` in the URL. */
  cueVideoByUrl(...args: VideoByUrlArgs): this;
  loadVideoByUrl(...args: VideoByUrlArgs): this;
  cuePlaylist(...args: PlaylistArgs): this;
  loadPlaylist(...args: PlaylistArgs): this;
  preloadVideoById(...args: [videoId: string] | [settings: VideoByIdSettings]): this;

  playVideo(): this;
  /** Mutes and plays: browsers let every page play without sound. */
  mutedAutoplay(): this;
  pauseVideo(): this;
  stopVideo(): this;
  clearVideo(): this;
  /** A cued video starts playing, a paused one stays paused. */
  seekTo(seconds: number, allowSeekAhead?: boolean): this;
  nextVideo(): this;
  previousVideo(): this;
  /** @param index in the playlist, from 0 */
  playVideoAt(index: number): this;
  setLoop(isLooping: boolean): this;
  setShuffle(isShuffled: boolean): this;
  mute(): this;
  /** Raises a volume under 5 to 5. */
  unMute(): this;
  setVolume(volume: number): this;
  setPlaybackRate(rate: number): this;
  setPlaybackQuality(quality: SuggestedVideoQuality | (string & {})): this;
  loadModule(module: string): this;
  unloadModule(module: string): this;
  setOption(module: string, option: string, value: unknown): this;
  setSphericalProperties(properties: SphericalProperties): this;
  /**
   * Fires `onCueRangeEnter` and `onCueRangeExit`, until another video loads.
   * @param id the range's name
   */
  addCueRange(id: string | number, startSeconds: number, endSeconds: number): this;
  removeCueRange(id: string | number): this;
  /**
   * Sets the viewer's answer to being identified and having data stored. Only Offstage players have
   * it, from `onReady` on.
   */
  setConsent?(consent: 'granted' | 'refused'): this;
  /**
   * Sets limits on the player's cost; `onPerformanceReport` reports against them. Only Offstage
   * players have it, from `onReady` on.
   */
  setPerformanceBudget?(budget: PerformanceBudget): this;
  /** Requests an `onDiagnose` event. Only Offstage players have it, from `onReady` on. */
  diagnose?(): this;

  getPlayerState(): PlayerState;
  getDuration(): number;
  getMediaReferenceTime(): number;
  /** @returns 0 to 1 */
  getVideoLoadedFraction(): number;
  getVideoBytesLoaded(): number;
  getVideoBytesTotal(): number;
  getVideoStartBytes(): number;
  getVolume(): number;
  isMuted(): boolean;
  getPlaybackRate(): number;
  getAvailablePlaybackRates(): number[];
  getPlaybackQuality(): SuggestedVideoQuality;
  getAvailableQualityLevels(): SuggestedVideoQuality[];
  /** @returns the ids of its videos; empty without a playlist */
  getPlaylist(): string[];
  getPlaylistId(): string;
  /** @returns from 0; −1 without a playlist */
  getPlaylistIndex(): number;
  getVideoData(): VideoData;
  getVideoUrl(): string;
  /** @returns HTML that embeds the video in any page */
  getVideoEmbedCode(): string;
  getSize(): { width: number; height: number };
  getSphericalProperties(): SphericalProperties;
  getDebugText(): string;
  /** @returns the names of all functions that this player supports */
  getApiInterface(): string[];
}

/** Names of the actions. A table, because a method for each would be half of the script. */
export const actionNames = (
  'cueVideoById loadVideoById cueVideoByUrl loadVideoByUrl cuePlaylist loadPlaylist preloadVideoById ' +
  'playVideo mutedAutoplay pauseVideo stopVideo clearVideo seekTo nextVideo previousVideo playVideoAt setLoop setShuffle ' +
  'mute unMute setVolume setPlaybackRate setPlaybackQuality loadModule unloadModule setOption setSphericalProperties ' +
  'addCueRange removeCueRange'
).split(' ');

/** The getters, with the values that they return before the player has reported any. */
export const neutralValues = {
  getPlayerState: PlayerState.UNSTARTED,
  getDuration: 0,
  getMediaReferenceTime: 0,
  getVideoLoadedFraction: 0,
  getVideoBytesLoaded: 0,
  getVideoBytesTotal: 0,
  getVideoStartBytes: 0,
  getVolume: 100,
  isMuted: false,
  getPlaybackRate: 1,
  getAvailablePlaybackRates: [1],
  getPlaybackQuality: 'default',
  getAvailableQualityLevels: [],
  getPlaylist: [],
  getPlaylistId: '',
  getPlaylistIndex: -1,
  getVideoData: { video_id: '', author: '', title: '' },
  getVideoUrl: '',
  getVideoEmbedCode: '',
  getSize: { width: 0, height: 0 },
  getSphericalProperties: {},
  getDebugText: '',
  getApiInterface: [],
};

/**
 * Whether a function shows another video: the player will then report everything again; see host
 * protocol §1.
 */
export function showsAnotherVideo(name: string): boolean {
  return /^(?:cue|load)(?!Module)/.test(name);
}

/**
 * @returns the wire key of a getter (`getVolume`: `volume`, `isMuted`: `muted`); `null` for an
 * action
 */
export function readKey(name: string): string | null {
  const parts = /^(?:get|is)([A-Z])(.*)/.exec(name);
  return parts && `${parts[1]?.toLowerCase()}${parts[2]}`;
}
