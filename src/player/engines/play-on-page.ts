import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import type { HlsNews, HlsOrder, HlsPlayback } from '../../../shared/rpc/hls-playback.ts';
import { canTryWorker } from '../../services/worker-parts/can-try-worker.ts';
import { trustEngine } from './parts/engine-trust.ts';
import { takeMediaSources } from './parts/take-media-sources.ts';

/**
 * Runs hls.js on the page, with its transmuxer in hls.js's own worker. The chunk is loaded only
 * now.
 */
export async function playOnPage(
  video: HTMLVideoElement,
  order: HlsOrder,
  notify: (news: HlsNews) => void,
): Promise<() => HlsPlayback & { dispose(): void }> {
  const { createHlsPlayback } = await import('../../../hls/playback/create-hls-playback.ts');
  return () => {
    const letGo = takeMediaSources(video);
    trustEngine(hlsWorkerUrl);
    const playback = createHlsPlayback({
      order,
      media: video,
      opened: null,
      platform: {
        workerPath: hlsWorkerUrl,
        enableWorker: canTryWorker(),
        // WebKit's managed sources are attached by a `<source>` element, which accepts only URLs:
        // see `takeMediaSources`.
        preferManagedMediaSource: globalThis.origin !== 'null',
      },
      notify,
    });
    return {
      ...playback,
      dispose() {
        playback.dispose();
        letGo();
      },
    };
  };
}
