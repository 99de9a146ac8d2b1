import Hls, { type ErrorData, ErrorTypes, Events } from 'hls.js';
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import type { Engine, EngineDeps } from './engine.ts';
import { letEngineBeRead, stopReadingEngine } from './engine-reading.ts';

/** Fatal media errors that recovery is tried for, before the viewer is told. */
const maxRecoveries = 2;

/** hls.js on the page, with its transmuxer in hls.js's own worker. */
export function createHlsEngine({ video, report }: EngineDeps): Engine {
  let recoveries = 0;
  const hls = new Hls({
    workerPath: hlsWorkerUrl,
    startPosition: -1,
    // What the frame is too small to show need not be fetched.
    capLevelToPlayerSize: true,
    // What can be seeked to is then the window that the stream really has, and not everything since it began.
    liveDurationInfinity: true,
    renderTextTracksNatively: false,
    // A viewer who pauses for long should not find minutes of video fetched for nothing.
    maxBufferLength: 20,
    maxMaxBufferLength: 60,
    backBufferLength: 30,
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
    if (data.type === ErrorTypes.MEDIA_ERROR && recoveries < maxRecoveries) {
      recoveries += 1;
      hls.recoverMediaError();
      return;
    }
    report({ type: 'failed', name: errorName(data), detail: `${data.type} ${data.details}` });
  });

  letEngineBeRead(video, () => {
    const { videoCodec, audioCodec } = hls.levels[hls.currentLevel] ?? {};
    return {
      bandwidthBps: hls.bandwidthEstimate || null,
      codecs: [videoCodec, audioCodec].filter(Boolean).join(', ') || null,
      liveLatencySec: hls.latency > 0 ? hls.latency : null,
    };
  });

  return {
    name: 'hls.js',
    load(source, startSeconds) {
      if (startSeconds > 0) hls.config.startPosition = startSeconds;
      hls.loadSource(new URL(source.url, document.baseURI).href);
      hls.attachMedia(video);
    },
    setQuality(id) {
      const level = id === null ? -1 : Number(id);
      if (Number.isInteger(level) && level < hls.levels.length) hls.nextLevel = level;
    },
    dispose() {
      stopReadingEngine(video);
      hls.destroy();
    },
  };
}

function errorName(data: ErrorData): 'net.retryexhausted' | 'fmt.decode' | 'fmt.noneavailable' {
  if (data.type === ErrorTypes.NETWORK_ERROR) return 'net.retryexhausted';
  return data.type === ErrorTypes.MEDIA_ERROR ? 'fmt.decode' : 'fmt.noneavailable';
}
