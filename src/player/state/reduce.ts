import { type PlaybackState, playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { placeholderVideoId } from '../../../shared/player/video-id.ts';
import type { MediaReading, MediaTracks, PlayerEvent } from './player-event.ts';
import { type CaptionTrack, initialPlayerState, type PlayerState } from './player-state.ts';
import { readingOf, timeOf } from './reading-of.ts';

/**
 * Computes the player's next state. Never optimistic: playback follows the media element, not
 * requests. The one exception is `starting`, which reports that media is being fetched before the
 * element can.
 * @returns the same object if nothing changes, which avoids renders and messages
 */
export function reduce(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    // By far the most frequent event.
    case 'moved':
      return patch(state, { currentTime: timeOf(state, event) });
    case 'video_changed':
      return videoChanged(state, event.video, event.isCued, event.startSeconds);
    case 'video_requested':
      return {
        ...initialPlayerState,
        ...keptOf(state),
        videoId: event.videoId,
        playlist: event.playlist,
        currentTime: event.startSeconds,
        isPlayRequested: !event.isCued,
      };
    case 'awaited_changed':
      return patch(state, { isPlayRequested: !event.isCued, currentTime: event.startSeconds });
    case 'start_moved':
      // A pending seek never finishes.
      return patch(state, { currentTime: event.startSeconds, isSeeking: false });
    case 'paused_at_start':
      return patch(state, { playback: playbackState.paused, isPlayRequested: false });
    case 'starting':
      return patch(state, {
        playback:
          state.playback === playbackState.cued || state.playback === playbackState.ended
            ? playbackState.unstarted
            : state.playback,
        isPlayRequested: true,
        isAutoplayBlocked: false,
      });
    case 'playing':
      // A new start fires `play` first, so this event is late and belongs to the time before the
      // clip's end.
      if (state.playback === playbackState.ended) return state;
      return patch(state, {
        ...readingOf(state, event.media),
        playback: playbackState.playing,
        isPlayRequested: true,
        // The first frame of a file in the markup may have come before the listeners.
        hasFirstFrame: true,
      });
    case 'paused':
      return paused(state, event.media);
    case 'waiting':
      return waiting(state, event.media);
    case 'seeking':
      return patch(state, {
        ...readingOf({ ...state, isSeeking: true }, event.media),
        isSeeking: true,
        seekCount: state.seekCount + 1,
      });
    case 'seeked':
      return patch(state, {
        ...readingOf(state, event.media),
        isSeeking: false,
        playback: playbackAfterSeek(state, event.media),
      });
    case 'ended':
      return patch(state, {
        ...readingOf(state, event.media),
        playback: playbackState.ended,
        isPlayRequested: false,
        isSeeking: false,
      });
    case 'time':
      return patch(state, readingOf(state, event.media));
    case 'first_frame':
      return patch(state, { hasFirstFrame: true });
    case 'volume':
      return patch(state, { volume: event.volume, isMuted: event.isMuted });
    case 'qualities':
      return patch(state, { qualities: event.levels });
    case 'captions':
      return patch(state, {
        captionsWanted: event.language,
        captionsLanguage: shownCaptions(event.language, state.captionTracks),
        captionsFailed: null,
      });
    case 'tracks':
      return tracksFound(state, event.tracks);
    case 'changed':
      return patch(state, event.changes);
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
      return patch(state, {
        error: event.error,
        isPlayRequested: false,
        playback: playbackState.unstarted,
      });
  }
}

function videoChanged(
  state: PlayerState,
  video: PlayerResponse,
  isCued: boolean,
  startSeconds: number,
): PlayerState {
  const { videoDetails, playabilityStatus } = video;
  // Whether a video that needs a location can play is known later.
  const isPlayable = playabilityStatus.status === 'OK' || playabilityStatus.needsLocation === true;
  return {
    ...initialPlayerState,
    ...keptOf(state),
    playbackRate: videoDetails.isLive ? 1 : state.playbackRate,
    captionsLanguage: shownCaptions(state.captionsWanted, video.captionTracks),
    videoId: videoDetails.videoId === placeholderVideoId ? '' : videoDetails.videoId,
    title: videoDetails.title,
    author: videoDetails.author,
    isLive: videoDetails.isLive,
    chapters: video.chapters,
    captionTracks: video.captionTracks,
    posterUrl: video.posterUrl,
    storyboardUrl: video.storyboardUrl,
    response: video,
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

/** If captions of one language come from both a file and the media, the file wins. */
function tracksFound(
  state: PlayerState,
  { captions, audioTracks, forcedTracks }: MediaTracks,
): PlayerState {
  const files = state.captionTracks.filter(({ url }) => url);
  const others = captions.filter((track) => shownCaptions(track.languageCode, files) === null);
  const captionTracks = [...files, ...others];
  const captionsLanguage = shownCaptions(state.captionsWanted, captionTracks);
  return patch(state, { captionTracks, audioTracks, forcedTracks, captionsLanguage });
}

function shownCaptions(
  wanted: string | null | undefined,
  tracks: readonly CaptionTrack[],
): string | null {
  return tracks.find(({ languageCode }) => languageCode === wanted)?.languageCode ?? null;
}

/** The part of the state that belongs to the viewer and the page, not to the video. */
function keptOf(state: PlayerState): Partial<PlayerState> {
  const { volume, isMuted, playbackRate, captionsWanted, captionsFontSize } = state;
  const { captionStyle, audioWanted } = state;
  const { isFullscreen, playlist, isLooping } = state;
  return {
    volume,
    isMuted,
    playbackRate,
    captionsWanted,
    captionsFontSize,
    captionStyle,
    audioWanted,
    isFullscreen,
    playlist,
    isLooping,
  };
}

function paused(state: PlayerState, media: MediaReading): PlayerState {
  // At the end the element fires `pause` before `ended`. Detaching media also fires `pause`, before
  // anything has played.
  const isNews = !media.isEnded && isUnderWay(state);
  return patch(state, {
    ...readingOf(state, media),
    isPlayRequested: false,
    playback: isNews ? playbackState.paused : state.playback,
  });
}

function waiting(state: PlayerState, media: MediaReading | null): PlayerState {
  const readings = media === null ? {} : readingOf(state, media);
  const isWaiting = media === null || !media.isPaused;
  return patch(state, isWaiting ? { ...readings, playback: playbackState.buffering } : readings);
}

/**
 * A seek within the buffer fires no `playing`; a seek back from the end leaves the element paused.
 */
function playbackAfterSeek(state: PlayerState, { canGoOn, isPaused }: MediaReading): PlaybackState {
  if (isUnderWay(state) && canGoOn && !isPaused) return playbackState.playing;
  // `ended` clears `isSeeking`, so a seek from before the end of a clip, which finishes late,
  // changes nothing.
  return state.playback === playbackState.ended && state.isSeeking && isPaused
    ? playbackState.paused
    : state.playback;
}

function isUnderWay(state: PlayerState): boolean {
  return state.playback === playbackState.playing || state.playback === playbackState.buffering;
}

function patch(state: PlayerState, changes: Partial<PlayerState>): PlayerState {
  for (const key of Object.keys(changes) as (keyof PlayerState)[]) {
    if (!Object.is(state[key], changes[key])) return { ...state, ...changes };
  }
  return state;
}
