// biome-ignore-all lint/performance/noBarrelFile: the one door of the module that pages import
export type {
  PlaylistSettings as IPlaylistSettings,
  SuggestedVideoQuality,
  VideoByIdSettings,
  VideoByMediaContentUrlSettings,
  VideoOrPlaylistSettings,
} from './load-settings.ts';
export type {
  FrameScript,
  PerformanceBudget,
  PerformanceMeasure,
  PerformanceReport,
} from './performance-report.ts';
export { Player } from './player.ts';
export { PlayerError } from './player-error.ts';
export type {
  Chapter,
  Events,
  OnErrorEvent,
  OnPlaybackQualityChangeEvent,
  OnPlaybackRateChangeEvent,
  OnStateChangeEvent,
  OnVideoProgressEvent,
  OnVolumeChangeEvent,
  PlayerEvent,
  PlayerEventHandler,
} from './player-events.ts';
export type { SphericalProperties, VideoData } from './player-functions.ts';
export type { PlayerOptions, PlayerVars } from './player-options.ts';
export { PlayerState } from './player-state.ts';
export { sdkConfig } from './sdk-config.ts';
