import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type HlsConfig } from 'hls.js';
import { recoveryLimits } from '../../shared/limits/recovery-limits.ts';
import type { PlayerErrorName } from '../../shared/player/player-error.ts';
import type { CueData, HlsNews, HlsOrder, HlsPlayback } from '../../shared/rpc/hls-playback.ts';
import { hlsDrmConfig, hlsDrmFailure } from './hls-drm.ts';
import type { HlsMedia } from './hls-media.ts';
import { restartCutOff } from './restart-cut-off.ts';
import { startAtLiveEdge } from './start-at-live-edge.ts';

const { firstByteMs, playlistMs, segmentMs } = recoveryLimits;

/** Recoveries tried after fatal media errors, before the viewer is notified. */
const maxRecoveries = 2;

/**
 * One retry, in case of a short failure. Later retries, with back-off and jitter, are the same for
 * all engines (`recovery/`).
 */
const once = { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 };
const policy = (maxLoadTimeMs: number) => ({
  default: {
    maxTimeToFirstByteMs: firstByteMs,
    maxLoadTimeMs,
    timeoutRetry: once,
    errorRetry: once,
  },
});
const loadPolicies = {
  manifestLoadPolicy: policy(playlistMs),
  playlistLoadPolicy: policy(playlistMs),
  fragLoadPolicy: policy(segmentMs),
};

/** Low goals: after a long pause, minutes of unwatched video should not have been fetched. */
const bufferGoals = (seconds: number | null) => ({
  maxBufferLength: seconds ?? 20,
  maxMaxBufferLength: seconds ?? 60,
});

const isWithoutDom = !('document' in globalThis);

/**
 * hls.js measures bandwidth with the first segment of the lowest level, which it then discards.
 * Chromium reports an estimate of up to 10 Mbit/s (WICG Network Information). With it, the first
 * fetched segment is also the first played.
 */
function knownLine(): Partial<HlsConfig> {
  const { connection } = navigator as { connection?: object & { downlink?: number } };
  const bps = (connection?.downlink ?? 0) * 1e6;
  return bps > 0 ? { abrEwmaDefaultEstimate: bps, testBandwidth: false } : {};
}

export interface HlsPlaybackDeps {
  order: HlsOrder;
  media: HlsMedia;
  /** Settings that differ between the two threads. */
  platform: Partial<HlsConfig>;
  tell: (news: HlsNews) => void;
}

/** Starts hls.js, on either thread. */
export function createHlsPlayback({
  order,
  media,
  platform,
  tell,
}: HlsPlaybackDeps): HlsPlayback & {
  dispose(): void;
} {
  let recoveries = 0;
  let goingOn: ReturnType<typeof setTimeout> | undefined;
  const { drm, startSeconds } = order;
  const startPosition = startSeconds > 0 ? startSeconds : -1;
  const hls = new Hls({
    startPosition,
    // Do not fetch levels that are too large for the frame.
    capLevelToPlayerSize: true,
    // Makes the seekable range the stream's real window, not everything since its start.
    liveDurationInfinity: true,
    // Load parts where a playlist has them. The playback rate never changes to catch up, because
    // hosts would be notified of it.
    lowLatencyMode: true,
    maxLiveSyncPlaybackRate: 1,
    // Native rendering would show the cues a second time, in the browser's style.
    renderTextTracksNatively: false,
    // Text tracks that the player never reads.
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableCEA708Captions: false,
    backBufferLength: 30,
    ...bufferGoals(order.bufferGoalSec),
    ...knownLine(),
    ...loadPolicies,
    ...(drm !== null && hlsDrmConfig(drm, order.baseUrl)),
    ...platform,
  });

  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    // Captions show only when wanted, whatever the playlist's default is.
    hls.subtitleTrack = -1;
    tell({
      type: 'qualities',
      levels: levels.map(({ height, bitrate }, index) => ({ id: String(index), height, bitrate })),
    });
  });
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    tell({ type: 'changed', changes: { qualityId: String(level) } }),
  );
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, (_event, { subtitleTracks }) => {
    if (isWithoutDom && subtitleTracks.some(({ textCodec }) => textCodec?.startsWith('stpp')))
      tell({ type: 'unfit', detail: 'captions in TTML, which DOMParser reads' });
    tell({
      type: 'texts',
      found: subtitleTracks.map(({ lang, name, forced }) => ({
        language: lang,
        label: name,
        isForced: forced,
      })),
    });
  });
  hls.on(Events.CUES_PARSED, (_event, { cues, subtitleTrack }) => {
    if (subtitleTrack !== undefined)
      tell({ type: 'cues', index: subtitleTrack.id, cues: (cues as CueData[]).map(toCueData) });
  });
  hls.on(Events.SUBTITLE_FRAG_PROCESSED, (_event, { success, error }) => {
    if (success || error === undefined) return;
    tell({ type: 'text_failed', index: hls.subtitleTrack, isWhole: false });
  });
  hls.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) =>
    tell({
      type: 'audio_tracks',
      audioTracks: audioTracks.map(({ id, lang, name }) => ({
        id: String(id),
        languageCode: lang ?? '',
        label: name,
      })),
    }),
  );
  hls.on(Events.AUDIO_TRACK_SWITCHED, (_event, { id }) =>
    tell({ type: 'audio_playing', id: String(id) }),
  );
  hls.on(Events.INTERSTITIALS_UPDATED, (_event, { events }) => {
    if (isWithoutDom && events.length > 0)
      tell({ type: 'unfit', detail: 'interstitials, which play in elements of their own' });
  });
  hls.on(Events.ERROR, (_event, data) => {
    if (isOfCaptions(data)) {
      // Cancelled, because the viewer chose other captions.
      if (data.details === ErrorDetails.INTERNAL_ABORTED) return;
      tell({ type: 'text_failed', index: hls.subtitleTrack, isWhole: true });
      if (data.fatal) goOnWithoutCaptions();
      return;
    }
    if (!data.fatal) return;
    if (data.type === ErrorTypes.MEDIA_ERROR && recoveries < maxRecoveries) {
      recoveries += 1;
      hls.recoverMediaError();
      return;
    }
    const isOfDrm = data.type === ErrorTypes.KEY_SYSTEM_ERROR;
    tell({
      type: 'failed',
      name: isOfDrm ? hlsDrmFailure(data) : errorName(data),
      detail: isOfDrm ? data.details : `${data.type} ${data.details}`,
      status: data.response?.code || null,
    });
  });

  /**
   * hls.js stops when a captions playlist fails to load, but the film goes on. Restart later, not
   * at once: the rejection of a cancelled request arrives asynchronously, and hls.js would take it
   * for the end of its replacement.
   */
  function goOnWithoutCaptions(): void {
    hls.subtitleTrack = -1;
    clearTimeout(goingOn);
    goingOn = setTimeout(() => hls.startLoad());
  }

  const forgetCutOff = restartCutOff(hls, startPosition);
  const forgetStart = startSeconds > 0 ? () => {} : startAtLiveEdge(hls, media);
  hls.loadSource(order.url);
  hls.attachMedia(media);

  return {
    resume() {
      // Without a manifest there are no levels to resume with.
      if (hls.levels.length === 0 && hls.url !== null) hls.loadSource(hls.url);
      else hls.startLoad(media.currentTime);
    },
    setBufferGoal: (seconds) => void Object.assign(hls.config, bufferGoals(seconds)),
    setFrugal(isFrugal) {
      // hls.js's own cap, by element size, would undo ours every second.
      hls.capLevelToPlayerSize = !isFrugal;
      // Levels are sorted by bitrate.
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
    wantText(index) {
      hls.subtitleTrack = index;
    },
    read() {
      const { videoCodec, audioCodec } = hls.levels[hls.currentLevel] ?? {};
      tell({
        type: 'reading',
        reading: {
          bandwidthBps: hls.bandwidthEstimate || null,
          codecs: [videoCodec, audioCodec].filter(Boolean).join(', ') || null,
          liveLatencySec: hls.latency > 0 ? hls.latency : null,
        },
      });
    },
    dispose() {
      forgetStart();
      forgetCutOff();
      clearTimeout(goingOn);
      hls.destroy();
    },
  };
}

/** @param cue the browser's, or hls.js's own where the thread has no `VTTCue` */
function toCueData(cue: CueData): CueData {
  const { startTime, endTime, text, id, align, line, position, size, snapToLines, vertical } = cue;
  return { startTime, endTime, text, id, align, line, position, size, snapToLines, vertical };
}

function isOfCaptions({ details, frag, context }: ErrorData): boolean {
  return (
    details === ErrorDetails.SUBTITLE_LOAD_ERROR ||
    details === ErrorDetails.SUBTITLE_TRACK_LOAD_TIMEOUT ||
    frag?.type === 'subtitle' ||
    (context !== undefined && 'type' in context && context.type === 'subtitleTrack')
  );
}

function errorName(data: ErrorData): PlayerErrorName {
  if (data.type === ErrorTypes.NETWORK_ERROR) return 'net.retryexhausted';
  return data.type === ErrorTypes.MEDIA_ERROR ? 'fmt.decode' : 'fmt.noneavailable';
}
