import { isVideoId } from '../../../shared/player/video-id.ts';
import type { VideoAnswer } from '../../../shared/rpc/rpc.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { createNewestOnly } from './newest-only.ts';

export type GetVideo = (videoId: string) => Promise<Result<VideoAnswer>>;

/** Requests descriptions of videos, also before they are needed. */
export interface VideoRequests {
  /** Uses a preload's request once. If the preload failed, asks again. */
  ask: GetVideo;
  preload(videoId: string): void;
}

export function createVideoRequests(getVideo: GetVideo): VideoRequests {
  const preloads = createNewestOnly(1);
  let preloaded: { videoId: string; answer: Promise<Result<VideoAnswer>> } | null = null;

  return {
    async ask(videoId) {
      if (preloaded?.videoId !== videoId) return getVideo(videoId);
      const { answer } = preloaded;
      preloaded = null;
      const early = await answer;
      return early.ok ? early : getVideo(videoId);
    },
    preload(videoId) {
      if (!isVideoId(videoId)) return;
      void preloads.run(() => {
        const answer = getVideo(videoId);
        preloaded = { videoId, answer };
        return answer;
      });
    },
  };
}
