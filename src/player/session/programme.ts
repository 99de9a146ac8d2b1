import type { ListType } from '../../../shared/player/list-type.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { PlayerResponse, PlaylistResponse } from '../../../shared/player/player-response.ts';
import { isVideoId } from '../../../shared/player/video-id.ts';
import type { VideoAnswer } from '../../../shared/rpc/rpc.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { readMedia } from '../state/media-element.ts';
import type { Playlist } from '../state/player-state.ts';
import type { PlayerStore } from '../state/player-store.ts';
import { createNewestOnly } from './newest-only.ts';
import {
  playlistAt,
  playlistIndexAfter,
  playlistMovedTo,
  shuffledPlaylist,
  unshuffledPlaylist,
} from './playlist.ts';
import { createVideoSession, type VideoSession, type VideoSessionDeps } from './video-session.ts';

/** Which part of a video to play, in seconds, and its first quality. */
export interface LoadOptions {
  startSeconds: number;
  endSeconds: number | null;
  /** Pixels: start with this quality or the next lower one; `null` is automatic. */
  suggestedHeight: number | null;
}

const wholeVideo: LoadOptions = { startSeconds: 0, endSeconds: null, suggestedHeight: null };

export interface NamedList {
  listId: string;
  listType: ListType;
}

/** `cue` shows the video and waits; `load` plays it. */
export type Start = 'cue' | 'load';

export interface ProgrammeDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  /** The API's `player` interface. `getPlaylist` is its `playlist` interface. */
  getVideo: (videoId: string) => Promise<Result<VideoAnswer>>;
  /** Like `getVideo`, but never from the page's own data. */
  askVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  whenMoving: VideoSessionDeps['whenMoving'];
  /**
   * For a video that needs the viewer's position: requests the position once playback is requested.
   * @returns the video for that position
   */
  locate: (video: VideoAnswer, isAwaited: () => boolean) => Promise<Result<PlayerResponse>>;
  getPlaylist: (listId: string, listType: ListType) => Promise<Result<PlaylistResponse>>;
  /** 0 to below 1. */
  random: () => number;
}

/** Decides what plays now and next: single videos, playlists, and the transitions between them. */
export interface Programme {
  /** Session of the current video; `null` while one is awaited or none can play. */
  session(): VideoSession | null;
  showVideo(video: PlayerResponse, start: Start, options?: LoadOptions): void;
  showVideoById(videoId: string, start: Start, options?: LoadOptions): void;
  showPlaylist(
    listId: string,
    videoIds: readonly string[],
    index: number,
    start: Start,
    options?: LoadOptions,
  ): void;
  /** @param list id of a playlist, or an author's name for `user_uploads` */
  showPlaylistById(list: NamedList, index: number, start: Start, options?: LoadOptions): void;
  showPlaylistVideo(index: number): void;
  /** Requests a video's description before it is needed. */
  preloadVideo(videoId: string): void;
  /** At the end of a list that does not loop, playback ends. */
  nextVideo(): void;
  /** At the start of a list that does not loop, its first video restarts. */
  previousVideo(): void;
  /** Applies to the current list; shuffling again makes a new order. */
  setShuffle(isShuffled: boolean): void;
  /** Restarts a list at its first video, or a single video at its start position. */
  startAgain(): void;
  /** Changes how the awaited video will start. Does nothing if none is awaited. */
  changeAwaited(change: Partial<Pick<Awaited, 'start' | 'startAt' | 'isPaused'>>): void;
  /** Whether the awaited video was paused. */
  isAwaitedPaused(): boolean;
  dispose(): void;
}

/** Maximum API requests at a time: a host could otherwise cause too many. */
const requestCount = 2;

interface Awaited {
  start: Start;
  options: LoadOptions;
  /** Seconds; a seek changes it, but not `options`. */
  startAt: number;
  /** Paused before playback could start. */
  isPaused: boolean;
  isShuffled: boolean;
}

export function createProgramme({
  video,
  store,
  getVideo,
  askVideo,
  whenMoving,
  locate,
  getPlaylist,
  random,
}: ProgrammeDeps): Programme {
  const requests = createNewestOnly(requestCount);
  const preloads = createNewestOnly(1);
  let session: VideoSession | null = null;
  let clip = wholeVideo;
  let preloaded: { videoId: string; answer: Promise<Result<VideoAnswer>> } | null = null;
  let awaited: Awaited | null = null;

  let stopClip = () => {};

  const stopWatching = store.subscribe((state, previous) => {
    if (state.playback === playbackState.ended && previous.playback !== playbackState.ended) goOn();
  });

  function showVideo(response: PlayerResponse, start: Start, options = wholeVideo): void {
    putOnStage(response, awaitedAs(start, options));
  }

  function putOnStage(response: PlayerResponse, how: Awaited): void {
    const { start, options, startAt, isPaused } = how;
    leaveStage();
    clip = options;
    const { endSeconds, suggestedHeight } = options;
    if (endSeconds !== null) {
      // On a busy page the element's events come late, and the first one past the end may belong to
      // a seek or a stall. So remember on which side of the end the last seek landed: playing past
      // the end stops the clip, seeking past it does not.
      let isBefore = true;
      stopClip = store.subscribe(({ currentTime, seekCount, playback }, previous) => {
        const isMoved = seekCount !== previous.seekCount || video.readyState === 0;
        if (isMoved || currentTime < endSeconds) isBefore = currentTime < endSeconds;
        else if (isBefore && playback === playbackState.playing && !video.seeking) {
          isBefore = false;
          end();
        }
      }, true);
    }
    const startSeconds = startAt;
    const isCued = start === 'cue';
    if (response.posterUrl === null) video.removeAttribute('poster');
    else video.poster = response.posterUrl;
    store.dispatch({ type: 'video_changed', video: response, isCued, startSeconds });
    if (store.getState().error !== null) return;
    const { sources, playabilityStatus } = response;
    if (playabilityStatus.needsLocation) return void awaitLocation(response, how);
    session = createVideoSession({
      video,
      store,
      sources,
      startSeconds,
      suggestedHeight,
      askVideo,
      whenMoving,
    });
    if (isCued) return;
    if (!isPaused) {
      session.play();
      return;
    }
    session.prepare();
    store.dispatch({ type: 'paused_at_start' });
  }

  /** Shows the video without its media, as if cued. */
  async function awaitLocation(response: PlayerResponse, mine: Awaited): Promise<void> {
    awaited = mine;
    changeAwaited({});
    const located = await locate(response, () => awaited === mine);
    if (awaited !== mine) return;
    if (located.ok) putOnStage(located.value, mine);
    else fail('net.retryexhausted');
  }

  /** Ends the current video and drops pending requests. */
  function leaveStage(): void {
    requests.forget();
    awaited = null;
    stopClip();
    session?.dispose();
    session = null;
  }

  function fail(name: PlayerErrorName): void {
    leaveStage();
    store.dispatch({ type: 'failed', error: { name, message: null } });
  }

  /** A single video ends the current playlist. */
  function showVideoById(videoId: string, start: Start, options = wholeVideo): void {
    void fetchVideo(videoId, null, start, options);
  }

  async function fetchVideo(
    videoId: string,
    playlist: Playlist | null,
    start: Start,
    options: LoadOptions,
  ): Promise<void> {
    const mine = emptyStage(videoId, playlist, start, options);
    if (!isVideoId(videoId)) return fail('api.invalidparam');
    const result = await requests.run(() => askFor(videoId));
    if (result === null) return;
    if (result.ok) putOnStage(result.value, mine);
    else fail('net.retryexhausted');
  }

  /** From here on the state describes only the requested video. */
  function emptyStage(
    wanted: string,
    playlist: Playlist | null,
    start: Start,
    options: LoadOptions,
  ): Awaited {
    leaveStage();
    video.removeAttribute('poster');
    // Only well-formed ids may reach URLs and logs.
    const videoId = isVideoId(wanted) ? wanted : '';
    const { startSeconds } = options;
    store.dispatch({
      type: 'video_requested',
      videoId,
      playlist,
      isCued: start === 'cue',
      startSeconds,
    });
    awaited = awaitedAs(start, options);
    return awaited;
  }

  function changeAwaited(change: Partial<Pick<Awaited, 'start' | 'startAt' | 'isPaused'>>): void {
    if (awaited === null) return;
    Object.assign(awaited, change);
    const isCued = awaited.start === 'cue' || awaited.isPaused;
    store.dispatch({ type: 'awaited_changed', isCued, startSeconds: awaited.startAt });
  }

  /** Uses a preload's request once. If the preload failed, asks again. */
  async function askFor(videoId: string): Promise<Result<VideoAnswer>> {
    if (preloaded?.videoId !== videoId) return getVideo(videoId);
    const { answer } = preloaded;
    preloaded = null;
    const early = await answer;
    return early.ok ? early : getVideo(videoId);
  }

  function preloadVideo(videoId: string): void {
    if (!isVideoId(videoId)) return;
    void preloads.run(() => {
      const answer = getVideo(videoId);
      preloaded = { videoId, answer };
      return answer;
    });
  }

  async function showPlaylistById(
    { listId, listType }: NamedList,
    index: number,
    start: Start,
    options = wholeVideo,
  ): Promise<void> {
    const mine = emptyStage('', null, start, options);
    const result = await requests.run(() => getPlaylist(listId, listType));
    if (result === null) return;
    if (!result.ok)
      return fail(result.error.code === 'NOT_FOUND' ? 'video.notfound' : 'net.retryexhausted');
    const playlist = playlistAt(result.value.playlistId, result.value.videoIds, index);
    const ordered = mine.isShuffled ? shuffledPlaylist(playlist, random) : playlist;
    enterPlaylist(ordered, mine.start, mine.options);
    changeAwaited({ startAt: mine.startAt, isPaused: mine.isPaused });
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
    const videoId = playlist.videoIds[playlist.index];
    void fetchVideo(videoId ?? '', videoId === undefined ? null : playlist, start, options);
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
    else if (by === -1) startVideoAgain();
    else end();
  }

  /** Ends as if the video had played to its end. */
  function end(): void {
    video.pause();
    store.dispatch({ type: 'ended', media: readMedia(video) });
  }

  function startAgain(): void {
    const { playlist } = store.getState();
    const isListOver = playlist !== null && playlist.index === playlist.videoIds.length - 1;
    if (isListOver && playlist.videoIds.length > 1) showPlaylistVideo(0);
    else startVideoAgain();
  }

  function startVideoAgain(): void {
    if (session === null) return;
    session.seek(clip.startSeconds);
    session.play();
  }

  /** After the end: plays the next video of the list, or restarts this one. */
  function goOn(): void {
    const { playlist, isLooping } = store.getState();
    const next = playlist === null ? null : playlistIndexAfter(playlist, 1, isLooping);
    if (next !== null && playlist?.videoIds.length !== 1) showPlaylistVideo(next);
    else if (isLooping) startVideoAgain();
  }

  return {
    session: () => session,
    showVideo,
    showVideoById,
    showPlaylist,
    showPlaylistById: (...args) => void showPlaylistById(...args),
    showPlaylistVideo,
    preloadVideo,
    nextVideo: () => step(1),
    previousVideo: () => step(-1),
    setShuffle(isShuffled) {
      const { playlist } = store.getState();
      if (awaited !== null) awaited.isShuffled = isShuffled;
      if (playlist === null) return;
      const reordered = isShuffled
        ? shuffledPlaylist(playlist, random)
        : unshuffledPlaylist(playlist);
      store.dispatch({ type: 'changed', changes: { playlist: reordered } });
    },
    startAgain,
    changeAwaited,
    isAwaitedPaused: () => awaited?.isPaused ?? false,
    dispose() {
      stopWatching();
      leaveStage();
    },
  };
}

function awaitedAs(start: Start, options: LoadOptions): Awaited {
  return { start, options, startAt: options.startSeconds, isPaused: false, isShuffled: false };
}
