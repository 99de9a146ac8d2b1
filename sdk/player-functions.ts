import type {
  PlaylistArgs,
  SuggestedVideoQuality,
  VideoByIdArgs,
  VideoByIdSettings,
  VideoByUrlArgs,
} from './load-settings.ts';
import type { PerformanceBudget } from './performance-report.ts';
import type { PlayerState } from './player-state.ts';

export interface VideoData {
  /** The id of the current video; empty before it is known. */
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
 * The functions that control and read a player (host protocol §2). A function that acts returns the
 * player; its command is sent once the frame has answered. A function that reads returns the last
 * value that the frame reported, and before that the one in `neutralValues`. Times are seconds,
 * volumes 0 to 100.
 */
export interface PlayerFunctions {
  /** Shows a video, and waits. */
  cueVideoById(...args: VideoByIdArgs): this;
  /** Shows a video, and plays it. */
  loadVideoById(...args: VideoByIdArgs): this;
  /** The id is read from `/v/`, `/e/` or `/embed/` in the URL. */
  cueVideoByUrl(...args: VideoByUrlArgs): this;
  loadVideoByUrl(...args: VideoByUrlArgs): this;
  cuePlaylist(...args: PlaylistArgs): this;
  loadPlaylist(...args: PlaylistArgs): this;
  preloadVideoById(...args: [videoId: string] | [settings: VideoByIdSettings]): this;

  playVideo(): this;
  /** Mutes, and plays: without sound a browser lets any page play. */
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
   * Reports the range by `onCueRangeEnter` and `onCueRangeExit`, until another video is shown.
   * @param id the range's name
   */
  addCueRange(id: string | number, startSeconds: number, endSeconds: number): this;
  removeCueRange(id: string | number): this;
  /**
   * Sets the viewer's answer about identification and storage. Only Offstage players have it, from
   * `onReady` on.
   */
  setConsent?(consent: 'granted' | 'refused'): this;
  /**
   * Sets what the player may cost; `onPerformanceReport` compares the cost with it. Only Offstage
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
  /** @returns the ids of its videos; none without a playlist */
  getPlaylist(): string[];
  getPlaylistId(): string;
  /** @returns from 0; −1 without a playlist */
  getPlaylistIndex(): number;
  getVideoData(): VideoData;
  getVideoUrl(): string;
  /** @returns HTML that shows the video in any page */
  getVideoEmbedCode(): string;
  getSize(): { width: number; height: number };
  getSphericalProperties(): SphericalProperties;
  getDebugText(): string;
  /** @returns the names of all functions that this player obeys */
  getApiInterface(): string[];
}

/**
 * The functions that show another video. The player answers each with everything it reports, so the
 * mirror is emptied first; see host protocol §1.
 */
export const showingNames =
  'cueVideoById loadVideoById cueVideoByUrl loadVideoByUrl cuePlaylist loadPlaylist'.split(' ');

/** All functions that act; a table, because a method for each would be half of the script. */
export const actionNames = (
  'preloadVideoById playVideo mutedAutoplay pauseVideo stopVideo clearVideo seekTo nextVideo ' +
  'previousVideo playVideoAt setLoop setShuffle mute unMute setVolume setPlaybackRate ' +
  'setPlaybackQuality loadModule unloadModule setOption setSphericalProperties addCueRange ' +
  'removeCueRange'
)
  .split(' ')
  .concat(showingNames);

/** All functions that read, each with its value until the player reports one. */
export const neutralValues = {
  /** Unstarted. */
  getPlayerState: -1,
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
 * The protocol's own rule: `getVolume` reads the key `volume`, `isMuted` reads `muted`. It holds
 * for the functions of `apiInterface` that this script does not know, too.
 * @returns the key on the wire; `null` for a function that acts
 */
export function readKey(name: string): string | null {
  const parts = /^(?:get|is)([A-Z])(.*)/.exec(name);
  return parts && `${parts[1]?.toLowerCase()}${parts[2]}`;
}
