import type { PerformanceReport } from './performance-report.ts';
import type { PlayerFunctions } from './player-functions.ts';
import type { PlayerState } from './player-state.ts';

/** The argument of every listener. */
export interface PlayerEvent<Data = unknown> {
  target: PlayerInterface;
  data: Data;
}

export type OnStateChangeEvent = PlayerEvent<PlayerState>;
export type OnPlaybackQualityChangeEvent = PlayerEvent<string>;
export type OnPlaybackRateChangeEvent = PlayerEvent<number>;
/** See `PlayerError`; a number, because newer players may send new ones. */
export interface OnErrorEvent extends PlayerEvent<number> {
  /** The error's exact name, such as `auth.expired`, and what this page's developer can do. */
  error?: { name: string; fix: string };
}
/** `volume` is 0 to 100. */
export type OnVolumeChangeEvent = PlayerEvent<{ volume: number; muted: boolean }>;
/** The current time, seconds. */
export type OnVideoProgressEvent = PlayerEvent<number>;

export interface Chapter {
  /** From 0. */
  index: number;
  title: string;
  startSeconds: number;
}

export type PlayerEventHandler<Event extends PlayerEvent> = (event: Event) => void;

/** The known events. Other names that begin with `on` are accepted too. */
export interface Events {
  /**
   * The player accepts commands, and its getters answer. Fires again after its frame has reloaded.
   */
  onReady?: PlayerEventHandler<PlayerEvent<null>> | undefined;
  onStateChange?: PlayerEventHandler<OnStateChangeEvent> | undefined;
  onPlaybackQualityChange?: PlayerEventHandler<OnPlaybackQualityChangeEvent> | undefined;
  onPlaybackRateChange?: PlayerEventHandler<OnPlaybackRateChangeEvent> | undefined;
  onError?: PlayerEventHandler<OnErrorEvent> | undefined;
  /** A module (captions) was loaded, unloaded or changed. */
  onApiChange?: PlayerEventHandler<PlayerEvent<null>> | undefined;
  onAutoplayBlocked?: PlayerEventHandler<PlayerEvent<null>> | undefined;
  onVolumeChange?: PlayerEventHandler<OnVolumeChangeEvent> | undefined;
  onVideoProgress?: PlayerEventHandler<OnVideoProgressEvent> | undefined;
  /** The name of the range, see `addCueRange`. */
  onCueRangeEnter?: PlayerEventHandler<PlayerEvent<string>> | undefined;
  onCueRangeExit?: PlayerEventHandler<PlayerEvent<string>> | undefined;

  // Extensions to YouTube's API; `docs/host-api.md` describes their data.
  onSeek?: PlayerEventHandler<PlayerEvent<{ from: number; to: number }>> | undefined;
  onTimeUpdate?:
    | PlayerEventHandler<PlayerEvent<{ currentTime: number; duration: number }>>
    | undefined;
  onCaptionsChange?: PlayerEventHandler<PlayerEvent> | undefined;
  onChapterChange?: PlayerEventHandler<PlayerEvent<Chapter | null>> | undefined;
  onDiagnose?: PlayerEventHandler<PlayerEvent> | undefined;
  onLossReport?: PlayerEventHandler<PlayerEvent> | undefined;
  /** The player's cost for this page's viewer; see `setPerformanceBudget`. */
  onPerformanceReport?: PlayerEventHandler<PlayerEvent<PerformanceReport>> | undefined;
}

/** The functions of a player that are not its frame's. */
export interface OwnFunctions {
  getIframe(): HTMLIFrameElement;
  /** @param width, @param height CSS pixels, or an attribute's text such as `100%` */
  setSize(width: number | string, height: number | string): this;
  /** @param listener a function, or the name of a global one, looked up when the event comes */
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: NonNullable<Events[Name]> | string,
  ): this;
  addEventListener(name: string, listener: PlayerEventHandler<PlayerEvent> | string): this;
  removeEventListener<Name extends keyof Events>(
    name: Name,
    listener: NonNullable<Events[Name]> | string,
  ): this;
  removeEventListener(name: string, listener: PlayerEventHandler<PlayerEvent> | string): this;
  /**
   * Removes the frame, and restores the element that it replaced. May be called at any time, and
   * repeatedly.
   */
  destroy(): void;
  /** While the video plays, time goes on between two messages. @returns seconds */
  getCurrentTime(): number;
  /** @returns the names of the modules, or those of one module's options */
  getOptions(module?: string): string[];
  /** @returns e.g. the `tracklist` of `captions`; `undefined` if the player has not reported it */
  getOption(module: string, option: string): unknown;
}

/**
 * A player as programs see it. It is defined beside its events, because each refers to the other:
 * its functions accept listeners, and an event names its player.
 */
export interface PlayerInterface extends OwnFunctions, PlayerFunctions {}
