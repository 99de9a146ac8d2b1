import Hls, { type ErrorData, ErrorTypes, Events } from 'hls.js';
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import type { Decryption } from './drm/decryption.ts';
import type { Engine, EngineDeps } from './engine.ts';

/** Fatal media errors that recovery is tried for, before the viewer is told. */
const maxRecoveries = 2;

/** Once more, in case it was a moment; all further patience, with back-off and jitter, is the same for all engines (`recovery/`). */
const once = { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 };
const policy = (maxTimeToFirstByteMs: number, maxLoadTimeMs: number) => ({
  default: { maxTimeToFirstByteMs, maxLoadTimeMs, timeoutRetry: once, errorRetry: once },
});
const loadPolicies = {
  manifestLoadPolicy: policy(10_000, 20_000),
  playlistLoadPolicy: policy(10_000, 20_000),
  fragLoadPolicy: policy(10_000, 120_000),
};

/** A viewer who pauses for long should not find minutes of video fetched for nothing. */
const bufferGoals = (seconds: number | null) => ({
  maxBufferLength: seconds ?? 20,
  maxMaxBufferLength: seconds ?? 60,
});

/** hls.js on the page, with its transmuxer in hls.js's own worker. */
export function createHlsEngine({ video, report, bufferGoalSec }: EngineDeps): Engine {
  let recoveries = 0;
  let isDisposed = false;
  let decryption: Decryption | null = null;
  const hls = new Hls({
    workerPath: hlsWorkerUrl,
    startPosition: -1,
    // What the frame is too small to show need not be fetched.
    capLevelToPlayerSize: true,
    // What can be seeked to is then the window that the stream really has, and not everything since it began.
    liveDurationInfinity: true,
    renderTextTracksNatively: false,
    ...bufferGoals(bufferGoalSec),
    backBufferLength: 30,
    ...loadPolicies,
  });

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    report({
      type: 'qualities',
      levels: levels.map((level, index) => ({
        id: String(index),
        height: level.height,
        bitrate: level.bitrate,
      })),
    });
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    report({ type: 'quality_playing', id: String(level) }),
  );
  hls.on(Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === ErrorTypes.KEY_SYSTEM_ERROR) {
      report({
        type: 'failed',
        name: decryption?.hlsDrmFailure(data) ?? 'drm.unavailable',
        detail: data.details,
        status: data.response?.code || null,
      });
      return;
    }
    if (data.type === ErrorTypes.MEDIA_ERROR && recoveries < maxRecoveries) {
      recoveries += 1;
      hls.recoverMediaError();
      return;
    }
    const status = data.response?.code || null;
    report({ type: 'failed', name: errorName(data), detail: `${data.type} ${data.details}`, status });
  });

  function start(url: string): void {
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  async function startEncrypted(drm: unknown, url: string): Promise<void> {
    ({ decryption } = await import('./drm/decryption.ts'));
    const chosen = await decryption.choose(drm);
    if (isDisposed) return;
    if (!chosen.ok) {
      report({ type: 'failed', name: chosen.error.code, detail: chosen.error.message });
      return;
    }
    Object.assign(hls.config, decryption.hlsDrmConfig(chosen.value, document.baseURI));
    start(url);
  }

  return {
    name: 'hls.js',
    load(source, startSeconds) {
      if (startSeconds > 0) hls.config.startPosition = startSeconds;
      const url = new URL(source.url, document.baseURI).href;
      if (source.drm === undefined) start(url);
      else
        startEncrypted(source.drm, url).catch((error: unknown) => {
          if (!isDisposed) report({ type: 'failed', name: 'net.retryexhausted', detail: String(error) });
        });
    },
    resume() {
      // Without a manifest there are no levels yet, and nothing to go on with.
      if (hls.levels.length === 0 && hls.url !== null) hls.loadSource(hls.url);
      else hls.startLoad(video.currentTime);
    },
    setBufferGoal: (seconds) => void Object.assign(hls.config, bufferGoals(seconds)),
    setFrugal(isFrugal) {
      // hls.js' own cap, by the size of the element, would undo ours every second.
      hls.capLevelToPlayerSize = !isFrugal;
      // Levels are in order of their bitrates.
      hls.autoLevelCapping = isFrugal ? 0 : -1;
    },
    setQuality(id) {
      const level = id === null ? -1 : Number(id);
      if (Number.isInteger(level) && level < hls.levels.length) hls.nextLevel = level;
    },
    dispose() {
      isDisposed = true;
      hls.destroy();
    },
  };
}

function errorName(data: ErrorData): 'net.retryexhausted' | 'fmt.decode' | 'fmt.noneavailable' {
  if (data.type === ErrorTypes.NETWORK_ERROR) return 'net.retryexhausted';
  return data.type === ErrorTypes.MEDIA_ERROR ? 'fmt.decode' : 'fmt.noneavailable';
}
