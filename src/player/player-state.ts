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
interface PlayerError {
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

export type PlayerEvent =
  /** A video takes the stage. `isCued`: it waits for a command instead of starting. */
  | { type: 'video_changed'; video: PlayerResponse; isCued: boolean; startSeconds: number }
  | { type: 'playlist_changed'; playlist: Playlist | null }
  /** Somebody asked to play and the media still has to be fetched, or the element's `play` event. */
  | { type: 'starting' }
  | { type: 'playing'; media: MediaReading }
  | { type: 'paused'; media: MediaReading }
  | { type: 'waiting'; media: MediaReading | null }
  | { type: 'seeking'; media: MediaReading }
  | { type: 'seeked'; media: MediaReading }
  | { type: 'ended'; media: MediaReading }
  | { type: 'time'; media: MediaReading }
  | { type: 'first_frame' }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'rate'; playbackRate: number }
  | { type: 'qualities'; levels: readonly QualityLevel[] }
  | { type: 'quality_playing'; id: string }
  | { type: 'quality_chosen'; id: string | null }
  | { type: 'captions'; language: string | null }
  | { type: 'fullscreen'; isFullscreen: boolean }
  | { type: 'autoplay_blocked' }
  | { type: 'stopped' }
  | { type: 'failed'; error: PlayerError };

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

/**
 * The player's next state. Never optimistic: what plays is what the media element said, not what somebody asked for. The one
 * exception is `starting`, which tells that media is on its way before an element exists to say so.
 * @returns the same object when nothing changes, so that nobody renders or sends for nothing
 */
export function reduce(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case 'video_changed':
      return videoChanged(state, event.video, event.isCued, event.startSeconds);
    case 'playlist_changed':
      return patch(state, { playlist: event.playlist });
    case 'starting':
      return state.playback === playbackState.cued || state.playback === playbackState.ended
        ? patch(state, { playback: playbackState.unstarted, isPlayRequested: true, isAutoplayBlocked: false })
        : patch(state, { isPlayRequested: true, isAutoplayBlocked: false });
    case 'playing':
      return patch(state, {
        ...reading(state, event.media),
        playback: playbackState.playing,
        isPlayRequested: true,
      });
    case 'paused':
      return paused(state, event.media);
    case 'waiting':
      return waiting(state, event.media);
    case 'seeking':
      return patch(state, { ...reading(state, event.media), isSeeking: true });
    case 'seeked':
      return patch(state, {
        ...reading(state, event.media),
        isSeeking: false,
        // A seek within the buffer fires no `playing`; a seek back from the end leaves the element paused.
        ...(isUnderWay(state) && event.media.canGoOn && !event.media.isPaused
          ? { playback: playbackState.playing }
          : {}),
        ...(state.playback === playbackState.ended && event.media.isPaused
          ? { playback: playbackState.paused }
          : {}),
      });
    case 'ended':
      return patch(state, {
        ...reading(state, event.media),
        playback: playbackState.ended,
        isPlayRequested: false,
      });
    case 'time':
      return patch(state, reading(state, event.media));
    case 'first_frame':
      return patch(state, { hasFirstFrame: true });
    case 'volume':
      return patch(state, { volume: event.volume, isMuted: event.isMuted });
    case 'rate':
      return patch(state, { playbackRate: event.playbackRate });
    case 'qualities':
      return patch(state, { qualities: event.levels });
    case 'quality_playing':
      return patch(state, { qualityId: event.id });
    case 'quality_chosen':
      return patch(state, { fixedQualityId: event.id });
    case 'captions':
      return patch(state, { captionsLanguage: event.language });
    case 'fullscreen':
      return patch(state, { isFullscreen: event.isFullscreen });
    case 'autoplay_blocked':
      return patch(state, {
        isAutoplayBlocked: true,
        isPlayRequested: false,
        playback: playbackState.unstarted,
      });
    case 'stopped':
      return patch(state, {
        playback: playbackState.cued,
        isPlayRequested: false,
        isSeeking: false,
        currentTime: 0,
        buffered: [],
        hasFirstFrame: false,
      });
    case 'failed':
      return patch(state, { error: event.error, isPlayRequested: false, playback: playbackState.unstarted });
  }
}

function videoChanged(
  state: PlayerState,
  video: PlayerResponse,
  isCued: boolean,
  startSeconds: number,
): PlayerState {
  const { videoDetails, playabilityStatus } = video;
  const isPlayable = playabilityStatus.status === 'OK';
  return {
    ...initialPlayerState,
    // What belongs to the viewer and the page, not to the video.
    volume: state.volume,
    isMuted: state.isMuted,
    playbackRate: videoDetails.isLive ? 1 : state.playbackRate,
    captionsLanguage: video.captionTracks.some((track) => track.languageCode === state.captionsLanguage)
      ? state.captionsLanguage
      : null,
    isFullscreen: state.isFullscreen,
    playlist: state.playlist,
    videoId: videoDetails.videoId,
    title: videoDetails.title,
    author: videoDetails.author,
    isLive: videoDetails.isLive,
    chapters: video.chapters,
    captionTracks: video.captionTracks,
    posterUrl: video.posterUrl,
    storyboardUrl: video.storyboardUrl,
    duration: videoDetails.lengthSeconds,
    currentTime: startSeconds,
    playback: isPlayable && isCued ? playbackState.cued : playbackState.unstarted,
    error: isPlayable
      ? null
      : {
          name: playabilityStatus.errorCode ?? 'fmt.unplayable',
          message: playabilityStatus.reason ?? null,
        },
  };
}

function paused(state: PlayerState, media: MediaReading): PlayerState {
  // At its end the element fires `pause` and then `ended`; detaching media pauses too, before anything has played.
  const isNews = !media.isEnded && isUnderWay(state);
  return patch(state, {
    ...reading(state, media),
    isPlayRequested: false,
    ...(isNews ? { playback: playbackState.paused } : {}),
  });
}

function waiting(state: PlayerState, media: MediaReading | null): PlayerState {
  const readings = media === null ? {} : reading(state, media);
  const isWaiting = media === null || !media.isPaused;
  return patch(state, isWaiting ? { ...readings, playback: playbackState.buffering } : readings);
}

function isUnderWay(state: PlayerState): boolean {
  return state.playback === playbackState.playing || state.playback === playbackState.buffering;
}

function reading(state: PlayerState, media: MediaReading): Partial<PlayerState> {
  return {
    currentTime: media.currentTime,
    // Before metadata the element knows nothing; what the API said stays.
    duration: media.duration > 0 ? media.duration : state.duration,
    buffered: isSameRanges(state.buffered, media.buffered) ? state.buffered : media.buffered,
    seekable: isSameRange(state.seekable, media.seekable) ? state.seekable : media.seekable,
  };
}

function isSameRanges(a: readonly TimeRange[], b: readonly TimeRange[]): boolean {
  return a.length === b.length && a.every((range, index) => isSameRange(range, b[index] ?? null));
}

function isSameRange(a: TimeRange | null, b: TimeRange | null): boolean {
  return a === b || (a !== null && b !== null && a.start === b.start && a.end === b.end);
}

function patch(state: PlayerState, changes: Partial<PlayerState>): PlayerState {
  for (const key of Object.keys(changes) as (keyof PlayerState)[]) {
    if (!Object.is(state[key], changes[key])) return { ...state, ...changes };
  }
  return state;
}
