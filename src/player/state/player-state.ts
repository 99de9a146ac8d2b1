import type { CaptionStyle } from '../../../shared/player/caption-style-schema.ts';
import { type PlaybackState, playbackState } from '../../../shared/player/playback-state.ts';
import type {
  CaptionTrackInfo,
  Chapter,
  PlayerResponse,
} from '../../../shared/player/player-response.ts';

/** One entry of the quality menu. */
export interface QualityLevel {
  /** Stable within a video. */
  id: string;
  /** Pixels; 0 if unknown. */
  height: number;
  /** Bits per second; 0 if unknown. */
  bitrate: number;
}

/**
 * Captions from a separate file, or from the media. The latter have a `TextTrack` of the media
 * element.
 */
export interface CaptionTrack extends Pick<CaptionTrackInfo, 'languageCode' | 'label'> {
  /** URL of a WebVTT file. */
  url?: string;
  /**
   * Without `url`: id of the `TextTrack`, which is found by its label if it has no id. The engine
   * fills the track while its mode is `hidden`.
   */
  textTrackId?: string;
}

export interface AudioTrack {
  /** Stable within a video. */
  id: string;
  /** BCP 47; empty if unknown. */
  languageCode: string;
  label: string;
}

export interface TimeRange {
  start: number;
  end: number;
}

/** Why nothing plays. */
export interface PlayerError {
  /** A name in the error catalogue (`shared/player/player-error.ts`). */
  name: string;
  /** The server's message for the viewer; `null`: the page shows its own for this name. */
  message: string | null;
}

/**
 * Everything the page shows and reports about the player. Only `reduce` creates a new state. Times
 * are in seconds.
 */
export interface PlayerState {
  videoId: string;
  title: string;
  author: string;
  isLive: boolean;
  /** The sender of a live stream adds nothing to it at present. */
  isSenderPaused: boolean;
  chapters: readonly Chapter[];
  /** Selectable captions; one per language. */
  captionTracks: readonly CaptionTrack[];
  /**
   * Forced captions: shown while captions are off, for passages in a language other than the
   * audio's.
   */
  forcedTracks: readonly CaptionTrack[];
  posterUrl: string | null;
  storyboardUrl: string | null;
  /** The API's whole reply about the video, used only by some panels; `null` until it arrives. */
  response: PlayerResponse | null;

  playback: PlaybackState;
  /** The element is not paused, even if it waits. Chooses between the play and pause buttons. */
  isPlayRequested: boolean;
  isSeeking: boolean;
  /** Number of seeks started, finished or not. */
  seekCount: number;
  hasFirstFrame: boolean;
  isAutoplayBlocked: boolean;
  error: PlayerError | null;
  /** Name of the engine that feeds the element; `null` without one. */
  engine: string | null;

  currentTime: number;
  /** 0 if unknown; for a live stream, the end of the seekable range. */
  duration: number;
  buffered: readonly TimeRange[];
  seekable: TimeRange | null;
  /**
   * The seekable range of a live stream, from an engine that does not tell the element: RxPlayer
   * gives it the range from 0 to 2³² s. `null`: the element knows.
   */
  liveWindow: TimeRange | null;

  /** 0 to 100, the host protocol's scale. */
  volume: number;
  isMuted: boolean;
  playbackRate: number;

  qualities: readonly QualityLevel[];
  /** The level that plays. */
  qualityId: string | null;
  /** The requested level; `null` is automatic. */
  fixedQualityId: string | null;
  /** Seconds to load ahead at most, for a host's budget of media; `null` without one. */
  aheadSec: number | null;
  /** The chosen language, even if this video lacks it; `null` is off, `undefined` is no choice. */
  captionsWanted: string | null | undefined;
  /** Language of the captions shown; `null` is off. */
  captionsLanguage: string | null;
  /** Language of chosen captions that failed to load. */
  captionsFailed: string | null;
  captionStyle: CaptionStyle;
  /** Steps from the normal size, on YouTube's scale: -1 to 3. */
  captionsFontSize: number;

  /** Empty if unknown, or without alternatives. */
  audioTracks: readonly AudioTrack[];
  /** The track that plays. */
  audioTrackId: string | null;
  /** The chosen language, even if this video lacks it. */
  audioWanted: string | null;

  /** Where the video continued from an earlier visit; `null` if it did not. */
  resumedAt: number | null;

  isFullscreen: boolean;
  playlist: Playlist | null;
  /** At the end, the video or the whole list restarts. */
  isLooping: boolean;
}

export interface Playlist {
  /** Empty for a list given as ids. */
  listId: string;
  /** In playing order. */
  videoIds: readonly string[];
  index: number;
  /** Position of each of `videoIds` in the owner's order; differs from 0, 1, 2 … if shuffled. */
  places: readonly number[];
}

export const initialPlayerState: PlayerState = {
  videoId: '',
  title: '',
  author: '',
  isLive: false,
  isSenderPaused: false,
  chapters: [],
  captionTracks: [],
  forcedTracks: [],
  posterUrl: null,
  storyboardUrl: null,
  response: null,
  playback: playbackState.unstarted,
  isPlayRequested: false,
  isSeeking: false,
  seekCount: 0,
  hasFirstFrame: false,
  isAutoplayBlocked: false,
  error: null,
  engine: null,
  currentTime: 0,
  duration: 0,
  buffered: [],
  seekable: null,
  liveWindow: null,
  volume: 100,
  isMuted: false,
  playbackRate: 1,
  qualities: [],
  qualityId: null,
  fixedQualityId: null,
  aheadSec: null,
  captionsWanted: undefined,
  captionsLanguage: null,
  captionsFailed: null,
  captionStyle: {},
  captionsFontSize: 0,
  audioTracks: [],
  audioTrackId: null,
  audioWanted: null,
  resumedAt: null,
  isFullscreen: false,
  playlist: null,
  isLooping: false,
};
