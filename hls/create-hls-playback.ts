import Hls, { type ErrorData, ErrorDetails, ErrorTypes, Events, type HlsConfig } from 'hls.js';
import type { CueData, HlsNews, HlsOrder, HlsPlayback } from '../shared/hls-playback.ts';
import type { PlayerErrorName } from '../shared/player-error.ts';
import { recoveryLimits } from '../shared/recovery-limits.ts';
import { hlsDrmConfig, hlsDrmFailure } from './hls-drm.ts';
import type { HlsMedia } from './hls-media.ts';
import { restartCutOff } from './restart-cut-off.ts';
import { startAtLiveEdge } from './start-at-live-edge.ts';

const { firstByteMs, playlistMs, segmentMs } = recoveryLimits;

/** Fatal media errors that recovery is tried for, before the viewer is told. */
const maxRecoveries = 2;

/** Once more, in case it was a moment; all further patience, with back-off and jitter, is the same for all engines (`recovery/`). */
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

/** A viewer who pauses for long should not find minutes of video fetched for nothing. */
const bufferGoals = (seconds: number | null) => ({
  maxBufferLength: seconds ?? 20,
  maxMaxBufferLength: seconds ?? 60,
});

const isWithoutDom = !('document' in globalThis);

/**
 * hls.js learns how fast the line is from the first segment of the lowest level, which it then throws away. Where the browser knows
 * (Chromium, up to 10 Mbit/s; WICG Network Information), the first segment that is fetched is the first that plays.
 */
function knownLine(): Partial<HlsConfig> {
  const { connection } = navigator as { connection?: object & { downlink?: number } };
  const bps = (connection?.downlink ?? 0) * 1e6;
  return bps > 0 ? { abrEwmaDefaultEstimate: bps, testBandwidth: false } : {};
}

export interface HlsPlaybackDeps {
  order: HlsOrder;
  media: HlsMedia;
  /** What is different on the two threads. */
  platform: Partial<HlsConfig>;
  tell: (news: HlsNews) => void;
}

/** hls.js, on whichever thread, at work from now on. */
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
    // What the frame is too small to show need not be fetched.
    capLevelToPlayerSize: true,
    // What can be seeked to is then the window that the stream really has, and not everything since it began.
    liveDurationInfinity: true,
    // Part by part where a playlist has parts. Nobody's rate changes to catch up: hosts would be told of it.
    lowLatencyMode: true,
    maxLiveSyncPlaybackRate: 1,
    // They would show beside the player's own captions, and in the browser's style.
    renderTextTracksNatively: false,
    // Text tracks that nobody reads.
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
    // Whatever the playlist calls its default: captions show when somebody wants them.
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
      // Cut off, because the viewer has chosen others.
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
   * hls.js stops for a playlist of captions that does not come; the film goes on. Not at once: a request that was cut off is told of
   * as a promise, and hls.js would take that for the end of the one that replaced it.
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
      // Without a manifest there are no levels yet, and nothing to go on with.
      if (hls.levels.length === 0 && hls.url !== null) hls.loadSource(hls.url);
      else hls.startLoad(media.currentTime);
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

/** Of a cue of the browser's, or of hls.js's own where the thread has none. */
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
