import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import type {
  CaptionTrack,
  PlayerError,
  PlayerState,
  Playlist,
  QualityLevel,
  TimeRange,
} from './player-state.ts';

/** The media element's state at the moment of its event. */
export interface MediaReading {
  currentTime: number;
  duration: number;
  buffered: readonly TimeRange[];
  seekable: TimeRange | null;
  isPaused: boolean;
  isEnded: boolean;
  /** Playback can continue (`readyState` HAVE_FUTURE_DATA or more). */
  canGoOn: boolean;
}

/** Tracks found in the media itself. */
export interface MediaTracks extends Pick<PlayerState, 'audioTracks' | 'forcedTracks'> {
  captions: readonly CaptionTrack[];
}

/** Fields that are set directly and affect no other field. */
type PlainFact =
  | 'aheadSec'
  | 'audioTrackId'
  | 'audioWanted'
  | 'captionsFailed'
  | 'captionsFontSize'
  | 'captionStyle'
  | 'engine'
  | 'fixedQualityId'
  | 'isFullscreen'
  | 'isLive'
  | 'isLooping'
  | 'isSenderPaused'
  | 'liveWindow'
  | 'playbackRate'
  | 'playlist'
  | 'qualityId'
  | 'resumedAt';

export type PlayerEvent =
  /** A new video starts. `isCued`: it waits for a command. */
  | { type: 'video_changed'; video: PlayerResponse; isCued: boolean; startSeconds: number }
  /** A video was requested but is not known yet. The current video no longer counts. */
  | {
      type: 'video_requested';
      /** Empty for an invalid id, and while only the playlist is known. */
      videoId: string;
      playlist: Playlist | null;
      isCued: boolean;
      startSeconds: number;
    }
  /** The requested video must start differently than first requested. */
  | { type: 'awaited_changed'; isCued: boolean; startSeconds: number }
  /** A seek came before the element could perform it: playback will start there. */
  | { type: 'start_moved'; startSeconds: number }
  /** Paused before playback could start. */
  | { type: 'paused_at_start' }
  /** Playback was requested but the media must still be fetched, or the element fired `play`. */
  | { type: 'starting' }
  | { type: 'playing'; media: MediaReading }
  | { type: 'paused'; media: MediaReading }
  | { type: 'waiting'; media: MediaReading | null }
  | { type: 'seeking'; media: MediaReading }
  | { type: 'seeked'; media: MediaReading }
  | { type: 'ended'; media: MediaReading }
  | { type: 'time'; media: MediaReading }
  /** Only the time has changed. */
  | { type: 'moved'; currentTime: number }
  | { type: 'first_frame' }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'qualities'; levels: readonly QualityLevel[] }
  | { type: 'captions'; language: string | null }
  | { type: 'tracks'; tracks: MediaTracks }
  /** Fields that are set directly. */
  | { type: 'changed'; changes: Partial<Pick<PlayerState, PlainFact>> }
  | { type: 'autoplay_blocked' }
  | { type: 'stopped' }
  /** `null`: the viewer retries after a failure. */
  | { type: 'failed'; error: PlayerError | null };
