import { type PlaybackState, playbackState } from '../../shared/playback-state.ts';
import type { CaptionTrackInfo, Chapter } from '../../shared/player-response.ts';

/** One choice of the quality menu. */
export interface QualityLevel {
  /** Stable within a video. */
  id: string;
  /** Pixels; 0 when not known. */
  height: number;
  /** Bits a second; 0 when not known. */
  bitrate: number;
}

export interface TimeRange {
  start: number;
  end: number;
}

/** Why nothing plays. */
export interface PlayerError {
  /** A name of the error catalogue (`shared/player-error.ts`). */
  name: string;
  /** The server's own sentence for the viewer; `null`: the page has one for the name. */
  message: string | null;
}

/** Everything the page shows and tells about the player. Only `reduce` makes a new one. Times are in seconds. */
export interface PlayerState {
  videoId: string;
  title: string;
  author: string;
  isLive: boolean;
  chapters: readonly Chapter[];
  captionTracks: readonly CaptionTrackInfo[];
  posterUrl: string | null;
  storyboardUrl: string | null;

  playback: PlaybackState;
  /** The element is not paused, whatever it waits for: decides between the play and the pause button. */
  isPlayRequested: boolean;
  isSeeking: boolean;
  hasFirstFrame: boolean;
  isAutoplayBlocked: boolean;
  error: PlayerError | null;

  currentTime: number;
  /** 0 when not known; for a live stream the end of what can be seeked to. */
  duration: number;
  buffered: readonly TimeRange[];
  seekable: TimeRange | null;

  /** 0 to 100, the host protocol's scale. */
  volume: number;
  isMuted: boolean;
  playbackRate: number;

  qualities: readonly QualityLevel[];
  /** The level that is playing. */
  qualityId: string | null;
  /** The level that was asked for; `null` is automatic. */
  fixedQualityId: string | null;
  /** Language of the captions that show; `null` is off. */
  captionsLanguage: string | null;

  isFullscreen: boolean;
  playlist: Playlist | null;
}

export interface Playlist {
  /** Empty for a list given by ids. */
  listId: string;
  videoIds: readonly string[];
  index: number;
}

export const initialPlayerState: PlayerState = {
  videoId: '',
  title: '',
  author: '',
  isLive: false,
  chapters: [],
  captionTracks: [],
  posterUrl: null,
  storyboardUrl: null,
  playback: playbackState.unstarted,
  isPlayRequested: false,
  isSeeking: false,
  hasFirstFrame: false,
  isAutoplayBlocked: false,
  error: null,
  currentTime: 0,
  duration: 0,
  buffered: [],
  seekable: null,
  volume: 100,
  isMuted: false,
  playbackRate: 1,
  qualities: [],
  qualityId: null,
  fixedQualityId: null,
  captionsLanguage: null,
  isFullscreen: false,
  playlist: null,
};
