import type { CaptionStyle } from '../../shared/caption-style-schema.ts';
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

/** Captions: a file of their own, or a part of the media, which then have a `TextTrack` of the media element. */
export interface CaptionTrack extends Pick<CaptionTrackInfo, 'languageCode' | 'label'> {
  /** WebVTT. */
  url?: string;
  /** Without `url`: the `TextTrack`'s id; if it has none its label tells. It is filled while its mode is `hidden`. */
  textTrackId?: string;
}

export interface AudioTrack {
  /** Stable within a video. */
  id: string;
  /** BCP 47; empty when not known. */
  languageCode: string;
  label: string;
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
  /** What can be chosen; each language once. */
  captionTracks: readonly CaptionTrack[];
  /** What shows without being chosen, where captions are off: what viewers of the sound in its language do not understand. */
  forcedTracks: readonly CaptionTrack[];
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
  /** Language that was chosen, whether this video has it or not; `null` is off, and `undefined` that nobody has chosen. */
  captionsWanted: string | null | undefined;
  /** Language of the captions that show; `null` is off. */
  captionsLanguage: string | null;
  /** Language of captions that were chosen and cannot be read. */
  captionsFailed: string | null;
  captionStyle: CaptionStyle;
  /** Steps from the normal size, as YouTube counts them: -1 to 3. */
  captionsFontSize: number;

  /** Empty when not known, and where there is nothing to choose. */
  audioTracks: readonly AudioTrack[];
  /** The track that is heard. */
  audioTrackId: string | null;
  /** Language that was chosen, whether this video has it or not. */
  audioWanted: string | null;

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
  volume: 100,
  isMuted: false,
  playbackRate: 1,
  qualities: [],
  qualityId: null,
  fixedQualityId: null,
  captionsWanted: undefined,
  captionsLanguage: null,
  captionsFailed: null,
  captionStyle: {},
  captionsFontSize: 0,
  audioTracks: [],
  audioTrackId: null,
  audioWanted: null,
  isFullscreen: false,
  playlist: null,
  isLooping: false,
};
