import { onTestFinished, vi } from 'vitest';
import type {
  PlayerResponse,
  PlaylistResponse,
} from '../../../../shared/player/player-response.ts';
import type { VideoAnswer } from '../../../../shared/rpc/rpc.ts';
import { err, ok, type Result } from '../../../../shared/tools/result.ts';
import { createController } from '../../../../src/player/session/controller.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { settlePromises } from '../../fake-clock.ts';
import { makeVideo } from '../make-video.ts';
import { FakeVideo } from './fake-video.ts';

/** A video that every browser plays natively. */
export function playableVideo(videoId: string): PlayerResponse {
  const url = `https://player.example/${videoId}.mp4`;
  return makeVideo(
    { videoId, title: `Video ${videoId}` },
    { sources: [{ packaging: 'progressive', url, mimeType: 'video/mp4' }] },
  );
}

type Answer = (result?: Result<PlayerResponse>) => Promise<void>;

interface Locating {
  given: VideoAnswer;
  isAwaited: () => boolean;
  answer: Answer;
}

/** A controller over a fake element. The API answers when the test says so, or by itself. */
export function startTestController({ answersItself = true, random = () => 0 } = {}) {
  vi.stubGlobal('HTMLMediaElement', { HAVE_NOTHING: 0, HAVE_METADATA: 1, HAVE_FUTURE_DATA: 3 });
  vi.stubGlobal('navigator', { vendor: '' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), {
      baseURI: 'https://player.example/',
      fullscreenElement: null,
    }),
  );

  const store = createPlayerStore();
  const video = new FakeVideo();
  const asked: string[] = [];
  const waiting: { videoId: string; answer: Answer }[] = [];
  const locating: Locating[] = [];
  const lists = new Map<string, PlaylistResponse>();
  const states: number[] = [];
  store.subscribe(
    (state, previous) => state.playback !== previous.playback && states.push(state.playback),
  );
  const controller = createController({
    video: video as unknown as HTMLVideoElement,
    root: {} as HTMLElement,
    store,
    random,
    getVideo(videoId) {
      asked.push(videoId);
      if (answersItself) return Promise.resolve(ok(playableVideo(videoId)));
      return new Promise((resolve) => {
        const answer: Answer = async (result = ok(playableVideo(videoId))) => {
          resolve(result);
          await settlePromises();
        };
        waiting.push({ videoId, answer });
      });
    },
    whenMoving: () => Promise.resolve(),
    async askVideo(videoId) {
      return ok(playableVideo(videoId));
    },
    locate: (given, isAwaited) =>
      new Promise((resolve) => {
        const answer: Answer = async (result = ok(playableVideo(given.videoDetails.videoId))) => {
          resolve(result);
          await settlePromises();
        };
        locating.push({ given, isAwaited, answer });
      }),
    async getPlaylist(listId, listType) {
      asked.push(`${listType} ${listId}`);
      const list = lists.get(listId);
      return list === undefined ? err('NOT_FOUND', '') : ok(list);
    },
  });
  onTestFinished(async () => {
    controller.dispose();
    // Scripts that load once a video plays may be pending, and need the page's globals then.
    await vi.dynamicImportSettled();
    vi.unstubAllGlobals();
  });

  return {
    controller,
    store,
    video,
    /** Requests to the API. */
    asked,
    waiting,
    /** Videos that wait for the viewer's position. */
    locating,
    lists,
    /** Playback states since the start. */
    states,
    /** A video on stage whose media has arrived. */
    async show(
      videoId: string,
      start: 'cue' | 'load',
      part: { startSeconds?: number; endSeconds?: number } = {},
    ) {
      const { startSeconds = 0, endSeconds = null } = part;
      controller.showVideo(playableVideo(videoId), start, {
        startSeconds,
        endSeconds,
        suggestedHeight: null,
      });
      await settlePromises();
      video.open();
      await settlePromises();
    },
    /** A playlist on stage, its first video playing. */
    async showList(...videoIds: string[]) {
      controller.showPlaylist('PL1', videoIds, 0, 'load');
      await settlePromises();
      video.open();
      await settlePromises();
    },
    async act(...actions: (() => void)[]) {
      for (const action of actions) {
        action();
        await settlePromises();
      }
    },
    onStage: () => store.getState().videoId,
  };
}
