import { playbackState } from '../../shared/playback-state.ts';
import type { ListType } from '../../shared/player-args.ts';
import type { PlayerErrorName } from '../../shared/player-error.ts';
import type { PlayerResponse, PlaylistResponse } from '../../shared/player-response.ts';
import { ok, type Result } from '../../shared/result.ts';
import { isVideoId } from '../../shared/video-id.ts';
import { readMedia, watchMediaElement } from './media-element.ts';
import { createNewestOnly } from './newest-only.ts';
import type { PlayerState, Playlist } from './player-state.ts';
import type { PlayerStore } from './player-store.ts';
import {
  playlistAt,
  playlistIndexAfter,
  playlistMovedTo,
  shuffledPlaylist,
  unshuffledPlaylist,
} from './playlist.ts';
import { createVideoSession, type VideoSession } from './video-session.ts';

/** Which part of a video, in seconds, and how. */
export interface LoadOptions {
  startSeconds: number;
  endSeconds: number | null;
  /** Pixels: begin with this picture or the next smaller one; `null` is automatic. */
  suggestedHeight: number | null;
}

const wholeVideo: LoadOptions = { startSeconds: 0, endSeconds: null, suggestedHeight: null };

export interface NamedList {
  listId: string;
  listType: ListType;
}

/** `cue` shows the video and waits, `load` plays it. */
export type Start = 'cue' | 'load';

export interface ControllerDeps {
  video: HTMLVideoElement;
  /** What goes full screen. */
  root: HTMLElement;
  store: PlayerStore;
  /** The API's `player` and `playlist` interfaces. */
  getVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  getPlaylist: (listId: string, listType: ListType) => Promise<Result<PlaylistResponse>>;
  /** 0 to below 1. */
  random: () => number;
}

/**
 * Acts on the media element for whoever commands: the viewer, the host page, the keyboard. Changes no state itself; what the
 * element then says does (`watchMediaElement`).
 */
export interface Controller {
  showVideo(video: PlayerResponse, start: Start, options?: LoadOptions): void;
  showVideoById(videoId: string, start: Start, options?: LoadOptions): void;
  showPlaylist(
    listId: string,
    videoIds: readonly string[],
    index: number,
    start: Start,
    options?: LoadOptions,
  ): void;
  /** @param list a playlist's id, or for `user_uploads` an author's name */
  showPlaylistById(list: NamedList, index: number, start: Start, options?: LoadOptions): void;
  showPlaylistVideo(index: number): void;
  /** Asks for a video's description before it is needed. */
  preloadVideo(videoId: string): void;
  /** At the end of a list that does not loop, playing ends. */
  nextVideo(): void;
  /** At the beginning of a list that does not loop, its first video starts again. */
  previousVideo(): void;
  setLoop(isLooping: boolean): void;
  /** Of the list on stage; shuffling again makes another order. */
  setShuffle(isShuffled: boolean): void;
  /** Makes playing start sooner: called when the viewer seems about to. */
  prepare(): void;
  play(): void;
  pause(): void;
  /** Back to the first picture, waiting. */
  stop(): void;
  /**
   * A cued or ended video starts playing, a paused one stays paused.
   * @param seconds
   * @param allowSeekAhead false: only to where the media is there already, as while a slider is dragged
   */
  seekTo(seconds: number, allowSeekAhead?: boolean): void;
  /** Seeks and starts nothing, as the property of a media element does. Seconds. */
  setCurrentTime(seconds: number): void;
  /** 0 to 100. */
  setVolume(volume: number): void;
  mute(): void;
  unMute(): void;
  /** To the nearest rate on offer, in the direction of 1. */
  setPlaybackRate(rate: number): void;
  /** `null` is automatic. */
  setQuality(id: string | null): void;
  /** `null` is off. */
  setCaptions(language: string | null): void;
  /** Steps from the normal size, -1 to 3; others are ignored. */
  setCaptionsFontSize(step: number): void;
  toggleFullscreen(): void;
  dispose(): void;
}

/** Rates the menu offers and the host may set, as on YouTube. */
export const playbackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** Steps that the YouTube captions module knows. */
export const captionsFontSizes: readonly number[] = [-1, 0, 1, 2, 3];

/** Questions to the API that may be under way at a time; a host can ask for more than any server should be asked. */
const requestCount = 2;

/** Unmuting an all but silent player makes it audible, as YouTube's does. */
const audibleVolume = 5;

export function createController(deps: ControllerDeps): Controller {
  const { video, root, store } = deps;
  const life = new AbortController();
  const requests = createNewestOnly(requestCount);
  const preloads = createNewestOnly(1);
  let session: VideoSession | null = null;
  let clip = wholeVideo;
  let preloaded: PlayerResponse | null = null;

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

  function showVideo(response: PlayerResponse, start: Start, options = wholeVideo): void {
    leaveStage();
    clip = options;
    const { startSeconds, suggestedHeight } = options;
    const isCued = start === 'cue';
    if (response.posterUrl === null) video.removeAttribute('poster');
    else video.poster = response.posterUrl;
    store.dispatch({ type: 'video_changed', video: response, isCued, startSeconds });
    if (store.getState().error !== null) return;
    const { sources } = response;
    session = createVideoSession({ video, store, sources, startSeconds, suggestedHeight });
    if (!isCued) session.play();
  }

  /** What was on stage, or was asked for, does not count any more. */
  function leaveStage(): void {
    requests.forget();
    session?.dispose();
    session = null;
  }

  function fail(name: PlayerErrorName): void {
    leaveStage();
    store.dispatch({ type: 'failed', error: { name, message: null } });
  }

  /** A single video ends the playlist before it. */
  function showVideoById(videoId: string, start: Start, options = wholeVideo): void {
    store.dispatch({ type: 'playlist_changed', playlist: null });
    void fetchVideo(videoId, start, options);
  }

  async function fetchVideo(videoId: string, start: Start, options: LoadOptions): Promise<void> {
    leaveStage();
    video.removeAttribute('poster');
    const { startSeconds } = options;
    store.dispatch({ type: 'video_requested', videoId, isCued: start === 'cue', startSeconds });
    if (!isVideoId(videoId)) return fail('api.invalidparam');
    const result = await requests.run(async () => takePreloaded(videoId) ?? (await deps.getVideo(videoId)));
    if (result === null) return;
    if (result.ok) showVideo(result.value, start, options);
    else fail('net.retryexhausted');
  }

  function takePreloaded(videoId: string): Result<PlayerResponse> | null {
    if (preloaded?.videoDetails.videoId !== videoId) return null;
    const response = preloaded;
    preloaded = null;
    return ok(response);
  }

  async function preloadVideo(videoId: string): Promise<void> {
    if (!isVideoId(videoId)) return;
    const result = await preloads.run(() => deps.getVideo(videoId));
    if (result?.ok) preloaded = result.value;
  }

  async function showPlaylistById(
    { listId, listType }: NamedList,
    index: number,
    start: Start,
    options = wholeVideo,
  ): Promise<void> {
    leaveStage();
    const { startSeconds } = options;
    store.dispatch({ type: 'video_requested', videoId: '', isCued: start === 'cue', startSeconds });
    store.dispatch({ type: 'playlist_changed', playlist: null });
    const result = await requests.run(() => deps.getPlaylist(listId, listType));
    if (result === null) return;
    if (result.ok) showPlaylist(result.value.playlistId, result.value.videoIds, index, start, options);
    else fail(result.error.code === 'NOT_FOUND' ? 'video.notfound' : 'net.retryexhausted');
  }

  function showPlaylist(
    listId: string,
    videoIds: readonly string[],
    index: number,
    start: Start,
    options = wholeVideo,
  ): void {
    enterPlaylist(playlistAt(listId, videoIds, index), start, options);
  }

  function enterPlaylist(playlist: Playlist, start: Start, options = wholeVideo): void {
    store.dispatch({ type: 'playlist_changed', playlist });
    const videoId = playlist.videoIds[playlist.index];
    if (videoId === undefined) fail('api.invalidparam');
    else void fetchVideo(videoId, start, options);
  }

  function showPlaylistVideo(index: number): void {
    const { playlist } = store.getState();
    if (playlist !== null) enterPlaylist(playlistMovedTo(playlist, index), 'load');
  }

  function step(by: 1 | -1): void {
    const { playlist, isLooping } = store.getState();
    if (playlist === null) return;
    const index = playlistIndexAfter(playlist, by, isLooping);
    if (index !== null) showPlaylistVideo(index);
    else if (by === -1) startAgain();
    else end();
  }

  /** As if the video had played to its end. */
  function end(): void {
    video.pause();
    store.dispatch({ type: 'ended', media: readMedia(video) });
  }

  function startAgain(): void {
    if (session === null) return;
    session.seek(clip.startSeconds);
    session.play();
  }

  /** At the end: the next video of the list, or the same one again. */
  function goOn(): void {
    const { playlist, isLooping } = store.getState();
    const next = playlist === null ? null : playlistIndexAfter(playlist, 1, isLooping);
    if (next !== null && playlist?.videoIds.length !== 1) showPlaylistVideo(next);
    else if (isLooping) startAgain();
  }

  /** A list that has played to its end starts again with its first video. */
  function play(): void {
    const { playlist, playback } = store.getState();
    const isListOver =
      playback === playbackState.ended &&
      playlist !== null &&
      playlist.index === playlist.videoIds.length - 1;
    if (isListOver && playlist.videoIds.length > 1) showPlaylistVideo(0);
    else session?.play();
  }

  function seekTo(seconds: number, allowSeekAhead = true): void {
    const { playback, buffered } = store.getState();
    const isThere = buffered.some(({ start, end }) => start <= seconds && seconds <= end);
    if (session === null || !Number.isFinite(seconds) || !(allowSeekAhead || isThere)) return;
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
    preloadVideo: (videoId) => void preloadVideo(videoId),
    setLoop: (isLooping) => store.dispatch({ type: 'loop', isLooping }),
    setShuffle(isShuffled) {
      const { playlist } = store.getState();
      if (playlist === null) return;
      const reordered = isShuffled ? shuffledPlaylist(playlist, deps.random) : unshuffledPlaylist(playlist);
      store.dispatch({ type: 'playlist_changed', playlist: reordered });
    },
    prepare: () => session?.prepare(),
    play,
    pause: () => session?.pause(),
    stop: () => session?.stop(),
    seekTo,
    setCurrentTime(seconds) {
      if (!Number.isFinite(seconds)) return;
      session?.seek(seconds);
      // The element tells its time once it has got the media.
      session?.prepare();
    },
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
      const nearest = nearestPlaybackRate(rate);
      if (nearest === null) return;
      // A new source resets the rate to the default one.
      video.defaultPlaybackRate = nearest;
      video.playbackRate = nearest;
    },
    setQuality: (id) => session?.setQuality(id),
    setCaptions(language) {
      const isKnown = store.getState().captionTracks.some((track) => track.languageCode === language);
      store.dispatch({ type: 'captions', language: isKnown ? language : null });
    },
    setCaptionsFontSize(step) {
      if (captionsFontSizes.includes(step)) store.dispatch({ type: 'captions_font_size', step });
    },
    toggleFullscreen: () => toggleFullscreen(root, video),
    dispose() {
      life.abort();
      stopWatching();
      leaveStage();
    },
  };
}

/** @returns 1.75 for 1.9 and 0.5 for 0.4, as YouTube reads a rate that it does not offer; `null` for what is no rate */
function nearestPlaybackRate(rate: number): number | null {
  if (!(rate > 0) || !Number.isFinite(rate)) return null;
  if (rate >= 1) return playbackRates.findLast((known) => known <= rate) ?? null;
  return playbackRates.find((known) => known >= rate) ?? null;
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
