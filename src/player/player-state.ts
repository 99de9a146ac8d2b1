import { type PlaybackState, playbackState } from '../../shared/playback-state.ts';
import type { CaptionTrackInfo, Chapter, PlayerResponse } from '../../shared/player-response.ts';

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
  /** All that the API said of the video, for what only some panels show; `null` while it is awaited. */
  response: PlayerResponse | null;

  playback: PlaybackState;
  /** The element is not paused, whatever it waits for: decides between the play and the pause button. */
  isPlayRequested: boolean;
  isSeeking: boolean;
  /** Seeks that have begun, arrived or not. */
  seekCount: number;
  hasFirstFrame: boolean;
  isAutoplayBlocked: boolean;
  error: PlayerError | null;
  /** Name of what brings the media to the element; `null` while nothing does. */
  engine: string | null;

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
  /** Language that was chosen, whether this video has it or not; `null` is off. */
  captionsWanted: string | null;
  /** Language of the captions that show; `null` is off. */
  captionsLanguage: string | null;
  /** Steps from the normal size, as YouTube counts them: -1 to 3. */
  captionsFontSize: number;

  isFullscreen: boolean;
  playlist: Playlist | null;
  /** At its end the video, or the whole list, starts again. */
  isLooping: boolean;
}

export interface Playlist {
  /** Empty for a list given by ids. */
  listId: string;
  /** In the order in which they play. */
  videoIds: readonly string[];
  index: number;
  /** Where each of `videoIds` stands in the owner's order; differs from 0, 1, 2 … in a shuffled list. */
  places: readonly number[];
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
  volume: 100,
  isMuted: false,
  playbackRate: 1,
  qualities: [],
  qualityId: null,
  fixedQualityId: null,
  captionsWanted: null,
  captionsLanguage: null,
  captionsFontSize: 0,
  isFullscreen: false,
  playlist: null,
  isLooping: false,
};
