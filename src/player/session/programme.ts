import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { ListType } from '../../../shared/player/list-type.ts';
import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerResponse, PlaylistResponse } from '../../../shared/player/player-response.ts';
import { isVideoId } from '../../../shared/player/video-id.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { Playlist } from '../state/player-state.ts';
import { awaitedAs, type LoadOptions, type Start, wholeVideo } from './load-options.ts';
import { createNewestOnly } from './newest-only.ts';
import {
  playlistAt,
  playlistIndexAfter,
  playlistMovedTo,
  shuffledPlaylist,
  unshuffledPlaylist,
} from './playlist.ts';
import { type AwaitedChange, createStage, type StageDeps } from './stage.ts';
import { createVideoRequests, type GetVideo } from './video-requests.ts';
import type { VideoSession } from './video-session.ts';

export interface NamedList {
  listId: string;
  listType: ListType;
}

export interface ProgrammeDeps extends StageDeps {
  /** The API's `player` interface. `getPlaylist` is its `playlist` interface. */
  getVideo: GetVideo;
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
  changeAwaited(change: AwaitedChange): void;
  /** Whether the awaited video was paused. */
  isAwaitedPaused(): boolean;
  dispose(): void;
}

export function createProgramme(deps: ProgrammeDeps): Programme {
  const { store, getPlaylist, random } = deps;
  const requests = createNewestOnly(playerLimits.requestsCount);
  const videos = createVideoRequests(deps.getVideo);
  const stage = createStage(deps, requests.forget);
  const { session, show, changeAwaited, fail } = stage;

  const stopWatching = store.subscribe((state, previous) => {
    if (state.playback === playbackState.ended && previous.playback !== playbackState.ended)
      continueList();
  });

  async function fetchVideo(
    videoId: string,
    playlist: Playlist | null,
    start: Start,
    options: LoadOptions,
  ): Promise<void> {
    const mine = stage.request(videoId, playlist, start, options);
    if (!isVideoId(videoId)) return fail('api.invalidparam');
    const result = await requests.run(() => videos.ask(videoId));
    if (result === null) return;
    if (result.ok) show(result.value, mine);
    else fail('net.retryexhausted');
  }

  async function showPlaylistById(
    { listId, listType }: NamedList,
    index: number,
    start: Start,
    options = wholeVideo,
  ): Promise<void> {
    const mine = stage.request('', null, start, options);
    const result = await requests.run(() => getPlaylist(listId, listType));
    if (result === null) return;
    if (!result.ok)
      return fail(result.error.code === 'NOT_FOUND' ? 'video.notfound' : 'net.retryexhausted');
    const playlist = playlistAt(result.value.playlistId, result.value.videoIds, index);
    const ordered = mine.isShuffled ? shuffledPlaylist(playlist, random) : playlist;
    enterPlaylist(ordered, mine.start, mine.options);
    const { startAt, qualityHeight, isPaused } = mine;
    changeAwaited({ startAt, qualityHeight, isPaused });
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
    else if (by === -1) stage.startAgain();
    else stage.end();
  }

  /** After the end: plays the next video of the list, or restarts this one. */
  function continueList(): void {
    const { playlist, isLooping } = store.getState();
    const next = playlist === null ? null : playlistIndexAfter(playlist, 1, isLooping);
    if (next !== null && playlist?.videoIds.length !== 1) showPlaylistVideo(next);
    else if (isLooping) stage.startAgain();
  }

  return {
    session,
    showVideo: (response, start, options = wholeVideo) => show(response, awaitedAs(start, options)),
    // A single video ends the current playlist.
    showVideoById: (videoId, start, options = wholeVideo) =>
      void fetchVideo(videoId, null, start, options),
    showPlaylist: (listId, videoIds, index, start, options) =>
      enterPlaylist(playlistAt(listId, videoIds, index), start, options),
    showPlaylistById: (...args) => void showPlaylistById(...args),
    showPlaylistVideo,
    preloadVideo: videos.preload,
    nextVideo: () => step(1),
    previousVideo: () => step(-1),
    setShuffle(isShuffled) {
      const { playlist } = store.getState();
      const awaited = stage.awaited();
      if (awaited !== null) awaited.isShuffled = isShuffled;
      if (playlist === null) return;
      const reordered = isShuffled
        ? shuffledPlaylist(playlist, random)
        : unshuffledPlaylist(playlist);
      store.dispatch({ type: 'changed', changes: { playlist: reordered } });
    },
    startAgain() {
      const { playlist } = store.getState();
      const isListOver = playlist !== null && playlist.index === playlist.videoIds.length - 1;
      if (isListOver && playlist.videoIds.length > 1) showPlaylistVideo(0);
      else stage.startAgain();
    },
    changeAwaited,
    isAwaitedPaused: () => stage.awaited()?.isPaused ?? false,
    dispose() {
      stopWatching();
      stage.leave();
    },
  };
}
