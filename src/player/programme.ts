import type { ListType } from '../../shared/list-type.ts';
import { playbackState } from '../../shared/playback-state.ts';
import type { PlayerErrorName } from '../../shared/player-error.ts';
import type { PlayerResponse, PlaylistResponse } from '../../shared/player-response.ts';
import type { Result } from '../../shared/result.ts';
import type { VideoAnswer } from '../../shared/rpc.ts';
import { isVideoId } from '../../shared/video-id.ts';
import { readMedia } from './media-element.ts';
import { createNewestOnly } from './newest-only.ts';
import type { Playlist } from './player-state.ts';
import type { PlayerStore } from './player-store.ts';
import {
  playlistAt,
  playlistIndexAfter,
  playlistMovedTo,
  shuffledPlaylist,
  unshuffledPlaylist,
} from './playlist.ts';
import { createVideoSession, type VideoSession, type VideoSessionDeps } from './video-session.ts';

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

export interface ProgrammeDeps {
  video: HTMLVideoElement;
  store: PlayerStore;
  /** The API's `player` and `playlist` interfaces. */
  getVideo: (videoId: string) => Promise<Result<VideoAnswer>>;
  /** The same, never from what the page brought along. */
  askVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  whenMoving: VideoSessionDeps['whenMoving'];
  /** For a video that needs the viewer's position: asks for it once the video is to play. @returns the video as it then is */
  locate: (video: VideoAnswer, isAwaited: () => boolean) => Promise<Result<PlayerResponse>>;
  getPlaylist: (listId: string, listType: ListType) => Promise<Result<PlaylistResponse>>;
  /** 0 to below 1. */
  random: () => number;
}

/** What plays, and what plays after it: single videos, lists, and the way from one to the next. */
export interface Programme {
  /** Of the video on stage; `null` while one is awaited, and when none can be played. */
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
  /** @param list a playlist's id, or for `user_uploads` an author's name */
  showPlaylistById(list: NamedList, index: number, start: Start, options?: LoadOptions): void;
  showPlaylistVideo(index: number): void;
  /** Asks for a video's description before it is needed. */
  preloadVideo(videoId: string): void;
  /** At the end of a list that does not loop, playing ends. */
  nextVideo(): void;
  /** At the beginning of a list that does not loop, its first video starts again. */
  previousVideo(): void;
  /** Of the list on stage; shuffling again makes another order. */
  setShuffle(isShuffled: boolean): void;
  /** From the first video of a list, from where the single one was to start. */
  startAgain(): void;
  /** How the video shall start that was asked for and is not known yet. Without one nothing happens. */
  changeAwaited(change: Partial<Pick<Awaited, 'start' | 'startAt' | 'isPaused'>>): void;
  /** Whether one is awaited that was paused. */
  isAwaitedPaused(): boolean;
  dispose(): void;
}

/** Questions to the API that may be under way at a time; a host can ask for more than any server should be asked. */
const requestCount = 2;

interface Awaited {
  start: Start;
  options: LoadOptions;
  /** Seconds; a seek moves it and leaves the part that was asked for. */
  startAt: number;
  /** Paused before it could begin. */
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
      // A busy page gets the element's events late, and the first one behind the end may be of a seek or a stall. So the side of the
      // end that the last seek led to counts: playing on from before it ends the clip, a seek beyond it does not.
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

  /** The video stands on stage without its media, like one that is cued. */
  async function awaitLocation(response: PlayerResponse, mine: Awaited): Promise<void> {
    awaited = mine;
    changeAwaited({});
    const located = await locate(response, () => awaited === mine);
    if (awaited !== mine) return;
    if (located.ok) putOnStage(located.value, mine);
    else fail('net.retryexhausted');
  }

  /** What was on stage, or was asked for, does not count any more. */
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

  /** A single video ends the playlist before it. */
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

  /** From here on the state tells of what was asked for, and of nothing else. */
  function emptyStage(
    wanted: string,
    playlist: Playlist | null,
    start: Start,
    options: LoadOptions,
  ): Awaited {
    leaveStage();
    video.removeAttribute('poster');
    // Whatever a host calls a video, only what can be one goes on from here into addresses and logs.
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

  /** Shares what a preload has asked already, once; one that failed fails nobody. */
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

  /** As if the video had played to its end. */
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

  /** At the end: the next video of the list, or the same one again. */
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
