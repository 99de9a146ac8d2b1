import mediaWorkerUrl from '../../../hls/worker/main.ts?worker&url';
import type { EmeNews } from '../../../shared/rpc/eme-calls.ts';
import type { HlsCall, HlsNews, HlsOrder, HlsPlayback } from '../../../shared/rpc/hls-playback.ts';
import type {
  EarlyMedia,
  FromMediaWorker,
  ToMediaWorker,
} from '../../../shared/rpc/media-mirror.ts';
import { trustedScriptUrl } from '../../services/worker-parts/trusted-script-url.ts';
import { takeEarlyMedia } from './early-media.ts';
import { mirrorMedia, sizeOf } from './mirror-media.ts';

export interface WorkerPlaybackDeps {
  video: HTMLVideoElement;
  order: HlsOrder;
  /** `EarlyMedia.opening`, if the order is for the film's beginning. */
  opening: unknown;
  /** Handles the worker's decryption; `null` for unencrypted media. */
  serveEme:
    | ((video: HTMLVideoElement, port: MessagePort, notify: (news: EmeNews) => void) => () => void)
    | null;
  notify: (news: HlsNews) => void;
  /** Called at most once. The message is empty where the browser gives none. */
  onDeath: (message: string) => void;
}

/**
 * Runs hls.js in a worker, which does everything except decoding and rendering. The page only
 * mirrors the element.
 */
export function playInWorker({
  video,
  order,
  opening,
  serveEme,
  notify,
  onDeath,
}: WorkerPlaybackDeps): HlsPlayback & {
  dispose(): void;
} {
  const life = new AbortController();
  const { signal } = life;
  const lockName = `offstage:media:${Math.random()}${performance.now()}`;
  /** When the element lost its source, or failed. */
  let isPlaying = false;
  const worker =
    takeEarlyMedia() ?? startWorker(opening ? earlyMedia(video, order, opening) : null);
  const post = (message: ToMediaWorker, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const mirror = mirrorMedia(video, post, signal);
  const stopEme = serveEme === null ? null : startEme(serveEme);
  const call = (name: HlsCall['name'], ...args: unknown[]) =>
    post({ type: 'call', call: { name, args } as HlsCall });

  // Chromium pauses an element that fails.
  video.addEventListener('pause', () => (isPlaying ||= video.error !== null), { signal });
  worker.addEventListener('message', ({ data }: MessageEvent<FromMediaWorker>) => receive(data), {
    signal,
  });
  worker.addEventListener(
    'error',
    (event) => {
      event.preventDefault();
      fail(event.message);
    },
    { signal },
  );

  /** @returns the worker's port, and a function that stops it */
  function startEme(serve: NonNullable<typeof serveEme>): { port: MessagePort; stop: () => void } {
    const { port1, port2 } = new MessageChannel();
    const stop = serve(video, port1, (news) => post({ type: 'eme', news }));
    video.addEventListener(
      'encrypted',
      ({ initDataType, initData }) => post({ type: 'encrypted', news: { initDataType, initData } }),
      { signal },
    );
    video.addEventListener('waitingforkey', () => post({ type: 'waitingforkey' }), { signal });
    return { port: port2, stop };
  }

  /** Another source pauses the element and rewinds it (HTML, "media element load algorithm"). */
  function setMedia(media: MediaProvider | null): void {
    isPlaying ||= !video.paused;
    const { currentTime } = video;
    video.srcObject = media;
    if (media === null) return;
    if (currentTime > 0) video.currentTime = currentTime;
    if (isPlaying) void video.play().catch(() => undefined);
    isPlaying = false;
  }

  function receive(message: FromMediaWorker): void {
    switch (message.type) {
      case 'news':
        notify(message.news);
        break;
      case 'attach':
        setMedia(message.handle as MediaProvider);
        break;
      case 'detach':
        setMedia(null);
        break;
      case 'seek':
        mirror.seek(message.to, message.othersSeekCount);
        break;
      case 'rate':
        if (video.playbackRate === message.from) video.playbackRate = message.to;
        break;
      case 'alive':
        // The worker holds this lock until it ends; no event reports that.
        navigator.locks.request(lockName, { signal }, () => fail('ended')).catch(() => undefined);
        break;
    }
  }

  /** Until it is disposed of, a worker that reports an error still gives the element its media. */
  function fail(message: string): void {
    if (signal.aborted) return;
    life.abort();
    onDeath(message);
  }

  function end(): void {
    life.abort();
    worker.terminate();
    stopEme?.stop();
  }

  const eme = stopEme?.port ?? null;
  post(
    { type: 'start', order, state: mirror.state(), size: sizeOf(video), lockName, eme },
    eme === null ? [] : [eme],
  );
  return {
    resume: () => call('resume'),
    setBufferGoal: (seconds) => call('setBufferGoal', seconds),
    setFrugal: (isFrugal) => call('setFrugal', isFrugal),
    setQuality: (id) => call('setQuality', id),
    setAudioTrack: (id) => call('setAudioTrack', id),
    wantText: (index) => call('wantText', index),
    read: () => call('read'),
    dispose: end,
  };
}

function earlyMedia(
  video: HTMLVideoElement,
  { url, baseUrl }: HlsOrder,
  opening: unknown,
): EarlyMedia {
  const [navigation] = performance.getEntriesByType('navigation');
  const { requestStart = 0, responseStart = 0 } = (navigation ??
    {}) as Partial<PerformanceNavigationTiming>;
  return {
    url,
    baseUrl,
    size: sizeOf(video),
    roundTripMs: responseStart - requestStart,
    opening,
  };
}

function startWorker(media: EarlyMedia | null): Worker {
  const url = new URL(mediaWorkerUrl, import.meta.url).href;
  const name = media === null ? 'offstage-media' : `offstage-media ${JSON.stringify(media)}`;
  return new Worker(trustedScriptUrl(url), { type: 'module', name });
}
