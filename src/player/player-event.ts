import type { PlayerResponse } from '../../shared/player-response.ts';
import type {
  CaptionTrack,
  PlayerError,
  PlayerState,
  Playlist,
  QualityLevel,
  TimeRange,
} from './player-state.ts';

/** What the media element says, read at the moment of its event. */
export interface MediaReading {
  currentTime: number;
  duration: number;
  buffered: readonly TimeRange[];
  seekable: TimeRange | null;
  isPaused: boolean;
  isEnded: boolean;
  /** There is data to go on with (`readyState` HAVE_FUTURE_DATA or more). */
  canGoOn: boolean;
}

/** What there is to choose from in the media itself. */
export interface MediaTracks extends Pick<PlayerState, 'audioTracks' | 'forcedTracks'> {
  captions: readonly CaptionTrack[];
}

/** What is so because somebody said so, and changes nothing else. */
type PlainFact =
  | 'audioTrackId'
  | 'audioWanted'
  | 'captionsFailed'
  | 'captionsFontSize'
  | 'captionStyle'
  | 'engine'
  | 'fixedQualityId'
  | 'isFullscreen'
  | 'isLooping'
  | 'playbackRate'
  | 'playlist'
  | 'qualityId'
  | 'resumedAt';

export type PlayerEvent =
  /** A video takes the stage. `isCued`: it waits for a command instead of starting. */
  | { type: 'video_changed'; video: PlayerResponse; isCued: boolean; startSeconds: number }
  /** A video was asked for and is not known yet: what is on stage no longer counts. */
  | {
      type: 'video_requested';
      /** Empty while only its list is known, and for what is no id. */
      videoId: string;
      playlist: Playlist | null;
      isCued: boolean;
      startSeconds: number;
    }
  /** It shall start differently from what was asked for at first. */
  | { type: 'awaited_changed'; isCued: boolean; startSeconds: number }
  /** A seek came before the element could do it: it will start there. */
  | { type: 'start_moved'; startSeconds: number }
  /** It was to play, and was paused before it could. */
  | { type: 'paused_at_start' }
  /** Somebody asked to play and the media still has to be fetched, or the element's `play` event. */
  | { type: 'starting' }
  | { type: 'playing'; media: MediaReading }
  | { type: 'paused'; media: MediaReading }
  | { type: 'waiting'; media: MediaReading | null }
  | { type: 'seeking'; media: MediaReading }
  | { type: 'seeked'; media: MediaReading }
  | { type: 'ended'; media: MediaReading }
  | { type: 'time'; media: MediaReading }
  /** It has gone on, and nothing else is new. */
  | { type: 'moved'; currentTime: number }
  | { type: 'first_frame' }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'qualities'; levels: readonly QualityLevel[] }
  | { type: 'captions'; language: string | null }
  | { type: 'tracks'; tracks: MediaTracks }
  /** What nothing else follows from. */
  | { type: 'changed'; changes: Partial<Pick<PlayerState, PlainFact>> }
  | { type: 'autoplay_blocked' }
  | { type: 'stopped' }
  /** `null`: the viewer tries again what failed. */
  | { type: 'failed'; error: PlayerError | null };
