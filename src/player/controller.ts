import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerErrorName } from '../../shared/player-error.ts';
import type { PlayerResponse, PlaylistResponse } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import { isVideoId } from '../../shared/video-id.ts';
import { readMedia, watchMediaElement } from './media-element.ts';
import type { PlayerState } from './player-state.ts';
import type { PlayerStore } from './player-store.ts';
import { playlistAt, playlistIndexAfter } from './playlist.ts';
import { createVideoSession, type VideoSession } from './video-session.ts';

/** Where a video starts and ends, and how; seconds. */
export interface PlaybackRange {
  startSeconds: number;
  endSeconds: number | null;
}

const wholeVideo: PlaybackRange = { startSeconds: 0, endSeconds: null };

/** `cue` shows the video and waits, `load` plays it. */
export type Start = 'cue' | 'load';

export interface ControllerDeps {
  video: HTMLVideoElement;
  /** What goes full screen. */
  root: HTMLElement;
  store: PlayerStore;
  /** The API's `player` and `playlist` interfaces. */
  getVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  getPlaylist: (listId: string) => Promise<Result<PlaylistResponse>>;
  isLooping: boolean;
}

/**
 * Acts on the media element for whoever commands: the viewer, the host page, the keyboard. Changes no state itself; what the
 * element then says does (`watchMediaElement`).
 */
export interface Controller {
  showVideo(video: PlayerResponse, start: Start, range?: PlaybackRange): void;
  showVideoById(videoId: string, start: Start, range?: PlaybackRange): void;
  showPlaylist(
    listId: string,
    videoIds: readonly string[],
    index: number,
    start: Start,
    range?: PlaybackRange,
  ): void;
  showPlaylistById(listId: string, index: number, start: Start, range?: PlaybackRange): void;
  showPlaylistVideo(index: number): void;
  nextVideo(): void;
  previousVideo(): void;
  /** Makes playing start sooner: called when the viewer seems about to. */
  prepare(): void;
  play(): void;
  pause(): void;
  /** Back to the first picture, waiting. */
  stop(): void;
  /** Seconds. A cued or ended video starts playing, a paused one stays paused. */
  seekTo(seconds: number): void;
  /** 0 to 100. */
  setVolume(volume: number): void;
  mute(): void;
  unMute(): void;
  setPlaybackRate(rate: number): void;
  /** `null` is automatic. */
  setQuality(id: string | null): void;
  /** `null` is off. */
  setCaptions(language: string | null): void;
  toggleFullscreen(): void;
  dispose(): void;
}

/** Rates the menu offers and the host may set, as on YouTube. */
export const playbackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Unmuting an all but silent player makes it audible, as YouTube's does. */
const audibleVolume = 5;

export function createController(deps: ControllerDeps): Controller {
  const { video, root, store } = deps;
  const life = new AbortController();
  let session: VideoSession | null = null;
  let clip = wholeVideo;
  /** Answers of the API that come after a later request are stale. */
  let request = 0;

  watchMediaElement(video, store, life.signal);
  document.addEventListener(
    'fullscreenchange',
    () => store.dispatch({ type: 'fullscreen', isFullscreen: document.fullscreenElement === root }),
    { signal: life.signal },
  );
  const stopWatching = store.subscribe((state, previous) => {
    if (hasPlayedTo(clip.endSeconds, state, previous)) {
      video.pause();
      store.dispatch({ type: 'ended', media: readMedia(video) });
    }
    if (state.playback === playbackState.ended && previous.playback !== playbackState.ended) goOn();
  });

  function showVideo(response: PlayerResponse, start: Start, range = wholeVideo): void {
    request += 1;
    session?.dispose();
    clip = range;
    const isCued = start === 'cue';
    if (response.posterUrl === null) video.removeAttribute('poster');
    else video.poster = response.posterUrl;
    store.dispatch({ type: 'video_changed', video: response, isCued, startSeconds: range.startSeconds });
    if (store.getState().error !== null) {
      session = null;
      return;
    }
    session = createVideoSession({
      video,
      store,
      sources: response.sources,
      startSeconds: range.startSeconds,
    });
    if (!isCued) session.play();
  }

  function fail(name: PlayerErrorName): void {
    session?.dispose();
    session = null;
    store.dispatch({ type: 'failed', error: { name, message: null } });
  }

  /** A single video ends the playlist before it. */
  function showVideoById(videoId: string, start: Start, range = wholeVideo): void {
    store.dispatch({ type: 'playlist_changed', playlist: null });
    void fetchVideo(videoId, start, range);
  }

  async function fetchVideo(videoId: string, start: Start, range: PlaybackRange): Promise<void> {
    request += 1;
    const mine = request;
    session?.pause();
    if (!isVideoId(videoId)) return fail('api.invalidparam');
    const result = await deps.getVideo(videoId);
    if (mine !== request) return;
    if (result.ok) showVideo(result.value, start, range);
    else fail('net.retryexhausted');
  }

  async function showPlaylistById(
    listId: string,
    index: number,
    start: Start,
    range = wholeVideo,
  ): Promise<void> {
    request += 1;
    const mine = request;
    const result = await deps.getPlaylist(listId);
    if (mine !== request) return;
    if (result.ok) showPlaylist(result.value.playlistId, result.value.videoIds, index, start, range);
    else fail(result.error.code === 'NOT_FOUND' ? 'video.notfound' : 'net.retryexhausted');
  }

  function showPlaylist(
    listId: string,
    videoIds: readonly string[],
    index: number,
    start: Start,
    range = wholeVideo,
  ): void {
    const playlist = playlistAt(listId, videoIds, index);
    store.dispatch({ type: 'playlist_changed', playlist });
    const videoId = playlist.videoIds[playlist.index];
    if (videoId === undefined) fail('api.invalidparam');
    else void fetchVideo(videoId, start, range);
  }

  function showPlaylistVideo(index: number): void {
    const { playlist } = store.getState();
    if (playlist !== null) showPlaylist(playlist.listId, playlist.videoIds, index, 'load');
  }

  function step(by: 1 | -1): void {
    const { playlist } = store.getState();
    const index = playlist === null ? null : playlistIndexAfter(playlist, by, deps.isLooping);
    if (index !== null) showPlaylistVideo(index);
  }

  /** At the end: the next video of the list, or the same one again. */
  function goOn(): void {
    const { playlist } = store.getState();
    const next = playlist === null ? null : playlistIndexAfter(playlist, 1, deps.isLooping);
    if (next !== null) showPlaylistVideo(next);
    else if (deps.isLooping) seekTo(clip.startSeconds);
  }

  function seekTo(seconds: number): void {
    if (session === null || !Number.isFinite(seconds)) return;
    const { playback } = store.getState();
    session.seek(seconds);
    if (playback === playbackState.cued || playback === playbackState.ended) session.play();
  }

  return {
    showVideo,
    showVideoById,
    showPlaylist,
    showPlaylistById: (...args) => void showPlaylistById(...args),
    showPlaylistVideo,
    nextVideo: () => step(1),
    previousVideo: () => step(-1),
    prepare: () => session?.prepare(),
    play: () => session?.play(),
    pause: () => session?.pause(),
    stop: () => session?.stop(),
    seekTo,
    setVolume(volume) {
      if (!Number.isNaN(volume)) video.volume = Math.min(100, Math.max(0, Math.trunc(volume))) / 100;
    },
    mute() {
      video.muted = true;
    },
    unMute() {
      video.muted = false;
      if (video.volume * 100 < audibleVolume) video.volume = audibleVolume / 100;
    },
    setPlaybackRate(rate) {
      if (!(playbackRates as readonly number[]).includes(rate)) return;
      // A new source resets the rate to the default one.
      video.defaultPlaybackRate = rate;
      video.playbackRate = rate;
    },
    setQuality: (id) => session?.setQuality(id),
    setCaptions(language) {
      const isKnown = store.getState().captionTracks.some((track) => track.languageCode === language);
      store.dispatch({ type: 'captions', language: isKnown ? language : null });
    },
    toggleFullscreen: () => toggleFullscreen(root, video),
    dispose() {
      life.abort();
      stopWatching();
      request += 1;
      session?.dispose();
    },
  };
}

/** Playing into the end of a clip stops it; whoever seeks beyond wants to see what is there. */
function hasPlayedTo(endSeconds: number | null, state: PlayerState, previous: PlayerState): boolean {
  return (
    endSeconds !== null &&
    state.playback === playbackState.playing &&
    !state.isSeeking &&
    previous.currentTime < endSeconds &&
    state.currentTime >= endSeconds
  );
}

function toggleFullscreen(root: HTMLElement, video: HTMLVideoElement): void {
  // iPhones can only make the video itself full screen.
  const iphone = video as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
  // Refusals need no answer: the host did not allow it, and the state never changed.
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => {});
  else if (document.fullscreenEnabled) void root.requestFullscreen().catch(() => {});
  else iphone.webkitEnterFullscreen?.();
}
