import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { isVideoId } from '../../../shared/player/video-id.ts';
import type { VideoAnswer } from '../../../shared/rpc/rpc.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { readMedia } from '../state/media-element.ts';
import type { Playlist } from '../state/player-state.ts';
import {
  type AwaitedStart,
  awaitedAs,
  type LoadOptions,
  type Start,
  wholeVideo,
} from './load-options.ts';
import { createVideoSession, type VideoSession, type VideoSessionDeps } from './video-session.ts';
import { watchClipEnd } from './watch-clip-end.ts';

export interface StageDeps extends Pick<VideoSessionDeps, 'video' | 'store' | 'whenMoving'> {
  /** The API's `player` interface, never from the page's own data. */
  askVideo: (videoId: string) => Promise<Result<PlayerResponse>>;
  /**
   * For a video that needs the viewer's position: requests the position once playback is requested.
   * @returns the video for that position
   */
  locate: (video: VideoAnswer, isAwaited: () => boolean) => Promise<Result<PlayerResponse>>;
}

export type AwaitedChange = Partial<
  Pick<AwaitedStart, 'start' | 'startAt' | 'qualityHeight' | 'isPaused'>
>;

/** Holds one video at a time: first awaited, then played by its session. */
export interface Stage {
  /** Session of the current video; `null` while one is awaited or none can play. */
  session(): VideoSession | null;
  /** How the awaited video will start; `null` if none is awaited. */
  awaited(): AwaitedStart | null;
  show(video: PlayerResponse, how: AwaitedStart): void;
  /** From here on the state describes only the requested video. */
  request(
    wanted: string,
    playlist: Playlist | null,
    start: Start,
    options: LoadOptions,
  ): AwaitedStart;
  /** Does nothing if no video is awaited. */
  changeAwaited(change: AwaitedChange): void;
  /** Ends as if the video had played to its end. */
  end(): void;
  /** Restarts the current video at its start position. */
  startAgain(): void;
  fail(name: PlayerErrorName): void;
  /** Ends the current video. */
  leave(): void;
}

/** @param onLeave called before another video replaces the current or awaited one */
export function createStage(
  { video, store, askVideo, whenMoving, locate }: StageDeps,
  onLeave: () => void,
): Stage {
  let session: VideoSession | null = null;
  let clip = wholeVideo;
  let awaited: AwaitedStart | null = null;
  let stopClip = () => {};

  function show(response: PlayerResponse, how: AwaitedStart): void {
    const { start, options, startAt, qualityHeight, isPaused } = how;
    leave();
    clip = options;
    const { endSeconds } = options;
    if (endSeconds !== null) stopClip = watchClipEnd(video, store, endSeconds, end);
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
      suggestedHeight: qualityHeight,
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
  async function awaitLocation(response: PlayerResponse, mine: AwaitedStart): Promise<void> {
    awaited = mine;
    changeAwaited({});
    const located = await locate(response, () => awaited === mine);
    if (awaited !== mine) return;
    if (located.ok) show(located.value, mine);
    else fail('net.retryexhausted');
  }

  function leave(): void {
    onLeave();
    awaited = null;
    stopClip();
    session?.dispose();
    session = null;
  }

  function fail(name: PlayerErrorName): void {
    leave();
    store.dispatch({ type: 'failed', error: { name, message: null } });
  }

  function changeAwaited(change: AwaitedChange): void {
    if (awaited === null) return;
    Object.assign(awaited, change);
    const isCued = awaited.start === 'cue' || awaited.isPaused;
    store.dispatch({ type: 'awaited_changed', isCued, startSeconds: awaited.startAt });
  }

  function end(): void {
    video.pause();
    store.dispatch({ type: 'ended', media: readMedia(video) });
  }

  return {
    session: () => session,
    awaited: () => awaited,
    show,
    request(wanted, playlist, start, options) {
      leave();
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
    },
    changeAwaited,
    end,
    startAgain() {
      if (session === null) return;
      session.seek(clip.startSeconds);
      session.play();
    },
    fail,
    leave,
  };
}
