import type { DrmInfo } from '../../../shared/player/drm.ts';
import type { MediaSourceInfo } from '../../../shared/player/player-response.ts';
import type {
  EngineReading,
  HlsNews,
  HlsOrder,
  HlsPlayback,
} from '../../../shared/rpc/hls-playback.ts';
import { endEarlyMedia } from './early-media.ts';
import type { Engine, EngineDeps } from './engine.ts';
import { createHlsReports } from './hls-reports.ts';
import {
  giveUpMediaWorker,
  playOnPage as keepOnPage,
  playsInMediaWorker,
} from './media-worker-place.ts';
import { playInWorker } from './play-in-worker.ts';
import { playOnPage } from './play-on-page.ts';

type Playback = HlsPlayback & { dispose(): void };

const unknownReading: EngineReading = { bandwidthBps: null, codecs: null, liveLatencySec: null };

/**
 * Plays HLS with hls.js: in the media worker where the browser supports it, else on the page. This
 * is the common part. If the worker fails, the media fails once more and is retried on the page.
 */
export function createHlsEngine({ video, report, bufferGoalSec }: EngineDeps): Engine {
  let playback: Playback | null = null;
  /** Calls from before the playback exists. */
  let asked: ((playback: HlsPlayback) => void)[] = [];
  let inWorker = false;
  let isDisposed = false;
  let goalSec = bufferGoalSec;
  let reading = unknownReading;
  const ask = (act: (playback: HlsPlayback) => void) => {
    if (playback === null) asked.push(act);
    else act(playback);
  };
  const reports = createHlsReports(video, report, (index) =>
    ask((running) => running.wantText(index)),
  );

  function receive(news: HlsNews, url: string): void {
    if (isDisposed) return;
    if (news.type === 'reading') reading = news.reading;
    else if (news.type === 'unfit') {
      keepOnPage(url);
      report({ type: 'failed', name: 'fmt.noneavailable', detail: news.detail, isMoved: true });
    } else reports.receive(news);
  }

  function fail(error: unknown): void {
    if (!isDisposed) report({ type: 'failed', name: 'net.retryexhausted', detail: String(error) });
  }

  async function start(source: MediaSourceInfo, startSeconds: number): Promise<void> {
    let drm: DrmInfo | null = null;
    let serveEme = null;
    if (source.drm !== undefined) {
      const { decryption } = await import('./drm/decryption.ts');
      const chosen = await decryption.choose(source.drm);
      if (isDisposed) return;
      if (!chosen.ok) {
        report({ type: 'failed', name: chosen.error.code, detail: chosen.error.message });
        return;
      }
      drm = chosen.value;
      ({ serveEme } = decryption);
    }
    const url = new URL(source.url, document.baseURI).href;
    const order: HlsOrder = {
      url,
      startSeconds,
      bufferGoalSec: goalSec,
      drm,
      baseUrl: document.baseURI,
    };
    // A page that only prepares a video fetches less.
    const opening = startSeconds === 0 && goalSec === null ? source.opening : undefined;
    const notify = (news: HlsNews) => receive(news, url);
    // PlayReady's module uses XML, which hls.js parses with the page's DOMParser.
    if (playsInMediaWorker(url) && drm?.keySystem !== 'com.microsoft.playready') {
      if (globalThis.offstageMediaWorker === null) onDeath('it did not start');
      else
        use(
          playInWorker({ video, order, opening, serveEme, notify, onDeath }),
          'hls.js in a worker',
        );
      return;
    }
    endEarlyMedia(video);
    const begin = await playOnPage(video, order, notify);
    if (!isDisposed) use(begin(), 'hls.js');
  }

  function use(begun: Playback, name: Engine['name']): void {
    playback = begun;
    inWorker = name !== 'hls.js';
    report({ type: 'changed', changes: { engine: name } });
    for (const act of asked) act(begun);
    asked = [];
  }

  function onDeath(message: string): void {
    giveUpMediaWorker();
    const detail = `the media worker died: ${message}`;
    // The worker has ended, so this page must report the error.
    dispatchEvent(new ErrorEvent('error', { message: detail, error: new Error(detail) }));
    report({ type: 'failed', name: 'fmt.noneavailable', detail, isMoved: true });
  }

  return {
    name: playsInMediaWorker(null) ? 'hls.js in a worker' : 'hls.js',
    load: (source, startSeconds) => void start(source, startSeconds).catch(fail),
    resume: () => ask((running) => running.resume()),
    setBufferGoal(seconds) {
      goalSec = seconds;
      ask((running) => running.setBufferGoal(seconds));
    },
    setFrugal: (isFrugal) => ask((running) => running.setFrugal(isFrugal)),
    setQuality: (id) => ask((running) => running.setQuality(id)),
    setAudioTrack: (id) => ask((running) => running.setAudioTrack(id)),
    read() {
      // The answer arrives as a message, in time for the next reading.
      ask((running) => running.read());
      return reading;
    },
    dispose() {
      isDisposed = true;
      reports.dispose();
      // Dispose of a worker first: it must not read its buffers after they are detached.
      if (inWorker) playback?.dispose();
      // Detach before hls.js revokes its URL: a browser about to open it would log an error.
      video.removeAttribute('src');
      video.srcObject = null;
      video.load();
      if (!inWorker) playback?.dispose();
    },
  };
}
