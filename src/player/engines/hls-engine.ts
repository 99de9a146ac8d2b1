import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type MediaPlaylist } from 'hls.js';
import hlsWorkerUrl from 'hls.js/dist/hls.worker.js?url';
import { recoveryLimits } from '../../../shared/recovery-limits.ts';
import type { AudioTrack } from '../player-state.ts';
import type { Decryption } from './drm/decryption.ts';
import type { Engine, EngineDeps } from './engine.ts';
import { letEngineBeRead, stopReadingEngine } from './engine-reading.ts';
import { createEngineTextTracks } from './engine-text-tracks.ts';
import { startAtLiveEdge } from './start-at-live-edge.ts';
import { createTrackReport } from './track-report.ts';

const { firstByteMs, playlistMs, segmentMs } = recoveryLimits;

/** Fatal media errors that recovery is tried for, before the viewer is told. */
const maxRecoveries = 2;

/** Once more, in case it was a moment; all further patience, with back-off and jitter, is the same for all engines (`recovery/`). */
const once = { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 };
const policy = (maxLoadTimeMs: number) => ({
  default: { maxTimeToFirstByteMs: firstByteMs, maxLoadTimeMs, timeoutRetry: once, errorRetry: once },
});
const loadPolicies = {
  manifestLoadPolicy: policy(playlistMs),
  playlistLoadPolicy: policy(playlistMs),
  fragLoadPolicy: policy(segmentMs),
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
  let forgetStart = () => {};
  const hls = new Hls({
    workerPath: hlsWorkerUrl,
    startPosition: -1,
    // What the frame is too small to show need not be fetched.
    capLevelToPlayerSize: true,
    // What can be seeked to is then the window that the stream really has, and not everything since it began.
    liveDurationInfinity: true,
    // Part by part where a playlist has parts. Nobody's rate changes to catch up: hosts would be told of it.
    lowLatencyMode: true,
    maxLiveSyncPlaybackRate: 1,
    // They would show beside the player's own captions, and in the browser's style.
    renderTextTracksNatively: false,
    ...bufferGoals(bufferGoalSec),
    backBufferLength: 30,
    ...loadPolicies,
  });

  const tracks = createTrackReport(report);
  const texts = createEngineTextTracks(video, (index) => {
    hls.subtitleTrack = index;
  });

  let hasFailed = false;
  function failCaptions(language: string | null = null): void {
    hasFailed = language !== null;
    tracks.captionsFailed(language);
  }

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    // Whatever the playlist calls its default: captions show when somebody wants them.
    hls.subtitleTrack = -1;
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
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, (_event, { subtitleTracks }) => {
    const found = subtitleTracks.map(({ lang, name, forced }) => ({
      language: lang,
      label: name,
      isForced: forced,
    }));
    tracks.found(texts.replace(found));
  });
  hls.on(Events.CUES_PARSED, (_event, { cues, subtitleTrack }) => {
    if (subtitleTrack === undefined) return;
    texts.add(subtitleTrack.id, cues);
    if (hasFailed && !texts.isEmpty(hls.subtitleTrack)) failCaptions(null);
  });
  hls.on(Events.SUBTITLE_FRAG_PROCESSED, (_event, { success, error }) => {
    // A single segment that cannot be read is passed over.
    if (!success && error !== undefined && texts.isEmpty(hls.subtitleTrack))
      failCaptions(texts.languageOf(hls.subtitleTrack));
  });
  hls.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) =>
    tracks.found({ audioTracks: audioTracks.map(toAudioTrack) }),
  );
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { id }) => tracks.audioPlays(String(id)));
  hls.on(Events.ERROR, (_event, data) => {
    if (isOfCaptions(data)) {
      failCaptions(texts.languageOf(hls.subtitleTrack));
      // The film goes on without them: hls.js would stop for a playlist of captions that does not come.
      if (data.fatal) {
        hls.subtitleTrack = -1;
        hls.startLoad();
      }
      return;
    }
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

  letEngineBeRead(video, () => {
    const { videoCodec, audioCodec } = hls.levels[hls.currentLevel] ?? {};
    return {
      bandwidthBps: hls.bandwidthEstimate || null,
      codecs: [videoCodec, audioCodec].filter(Boolean).join(', ') || null,
      liveLatencySec: hls.latency > 0 ? hls.latency : null,
    };
  });
  function start(url: string): void {
    if (hls.config.startPosition < 0) forgetStart = startAtLiveEdge(hls, video);
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
    setAudioTrack(id) {
      const index = Number(id);
      if (Number.isInteger(index) && index in hls.audioTracks) hls.audioTrack = index;
    },
    dispose() {
      isDisposed = true;
      forgetStart();
      stopReadingEngine(video);
      texts.dispose();
      // Before hls.js takes its URL back: a browser that was about to open it would complain on the console.
      video.removeAttribute('src');
      video.load();
      hls.destroy();
    },
  };
}

function toAudioTrack({ id, lang, name }: MediaPlaylist): AudioTrack {
  return { id: String(id), languageCode: lang ?? '', label: name };
}

function isOfCaptions({ details, frag, context }: ErrorData): boolean {
  return (
    details === ErrorDetails.SUBTITLE_LOAD_ERROR ||
    details === ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT ||
    frag?.type === 'subtitle' ||
    (context !== undefined && 'type' in context && context.type === 'subtitleTrack')
  );
}

function errorName(data: ErrorData): 'net.retryexhausted' | 'fmt.decode' | 'fmt.noneavailable' {
  if (data.type === ErrorTypes.NETWORK_ERROR) return 'net.retryexhausted';
  return data.type === ErrorTypes.MEDIA_ERROR ? 'fmt.decode' : 'fmt.noneavailable';
}
