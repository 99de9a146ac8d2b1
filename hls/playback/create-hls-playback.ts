import Hls, { type HlsConfig } from 'hls.js';
import { hlsLimits } from '../../shared/limits/hls-limits.ts';
import { recoveryLimits } from '../../shared/limits/recovery-limits.ts';
import type { HlsNews, HlsOrder, HlsPlayback } from '../../shared/rpc/hls-playback.ts';
import { continueFilm, switchLevel } from './continue-film.ts';
import { followLiveEdge } from './follow-live-edge.ts';
import { hlsDrmConfig } from './hls-drm.ts';
import type { HlsMedia } from './hls-media.ts';
import type { OpenedFilm } from './opened-film.ts';
import { openingLoader } from './opening-loader.ts';
import { passDiscontinuity } from './pass-discontinuity.ts';
import { playlistLoader } from './playlist-loader.ts';
import { reachEnd } from './reach-end.ts';
import { reportHlsEvents } from './report-hls-events.ts';
import { reportSender } from './report-sender.ts';
import { SegmentLoader } from './segment-loader.ts';
import { startBehind } from './start-behind.ts';

/** Later retries are the same for all engines (`recovery/`). */
const once = {
  maxNumRetry: hlsLimits.retryCount,
  retryDelayMs: hlsLimits.retryMs,
  maxRetryDelayMs: hlsLimits.retryMs,
};
const policy = (maxLoadTimeMs: number) => ({
  default: {
    maxTimeToFirstByteMs: recoveryLimits.firstByteMs,
    maxLoadTimeMs,
    timeoutRetry: once,
    errorRetry: once,
  },
});
const loadPolicies = {
  manifestLoadPolicy: policy(recoveryLimits.playlistMs),
  playlistLoadPolicy: policy(recoveryLimits.playlistMs),
  fragLoadPolicy: policy(recoveryLimits.segmentMs),
};

const bufferGoals = (seconds: number | null) => ({
  maxBufferLength: seconds ?? hlsLimits.goalSec,
  maxMaxBufferLength: seconds ?? hlsLimits.goalMaxSec,
});

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
  /** The film plays already; `onGivenUp` is called if hls.js cannot continue it. */
  opened: OpenedFilm | null;
  onGivenUp?: () => void;
  /** Settings that differ between the two threads. */
  platform: Partial<HlsConfig>;
  notify: (news: HlsNews) => void;
}

/** Starts hls.js, on either thread. */
export function createHlsPlayback({
  order,
  media,
  opened,
  onGivenUp = () => {},
  platform,
  notify,
}: HlsPlaybackDeps): HlsPlayback & {
  dispose(): void;
} {
  const { drm, startSeconds } = order;
  const startPosition = startSeconds > 0 ? startSeconds : -1;
  const hls = new Hls({
    startPosition,
    // Do not fetch levels that are too large for the frame.
    capLevelToPlayerSize: true,
    // Makes the seekable range the stream's real window, not everything since its start.
    liveDurationInfinity: true,
    // Load parts where a playlist has them.
    lowLatencyMode: true,
    // `followLiveEdge` raises the target latency after stalls, and lowers it again.
    liveSyncOnStallIncrease: 0,
    // Native rendering would show the cues a second time, in the browser's style.
    renderTextTracksNatively: false,
    // Text tracks that the player never reads.
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableCEA708Captions: false,
    backBufferLength: hlsLimits.backSec,
    ...bufferGoals(order.bufferGoalSec),
    ...knownLine(),
    ...loadPolicies,
    pLoader: startSeconds < 0 ? startBehind(-startSeconds) : playlistLoader,
    ...(drm !== null && hlsDrmConfig(drm, order.baseUrl)),
    fLoader: opened === null ? SegmentLoader : openingLoader(opened),
    ...platform,
  });

  const stopReporting = reportHlsEvents(hls, notify);
  reportSender(hls, notify);
  reachEnd(hls, media);
  passDiscontinuity(hls, media);
  const liveEdge = followLiveEdge(hls, media, startSeconds === 0);
  hls.loadSource(order.url);
  let openedLevel = -1;
  const onLevel = (level: number) => {
    openedLevel = level;
    notify({ type: 'changed', changes: { qualityId: String(level) } });
  };
  const forgetOpening =
    opened === null ? () => {} : continueFilm(hls, media, opened, { onLevel, onGivenUp });
  if (opened === null) hls.attachMedia(media);

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
      if (Number.isInteger(level) && level < hls.levels.length)
        switchLevel(hls, media, level, opened);
    },
    setAudioTrack(id) {
      const index = Number(id);
      if (Number.isInteger(index) && index in hls.audioTracks) hls.audioTrack = index;
    },
    wantText(index) {
      hls.subtitleTrack = index;
    },
    read() {
      const { videoCodec, audioCodec } =
        hls.levels[hls.currentLevel] ?? hls.levels[openedLevel] ?? {};
      notify({
        type: 'reading',
        reading: {
          bandwidthBps: hls.bandwidthEstimate || null,
          codecs: [videoCodec, audioCodec].filter(Boolean).join(', ') || null,
          liveLatencySec: hls.latency > 0 ? hls.latency : null,
          liveTargetSec: liveEdge.targetSec(),
        },
      });
    },
    dispose() {
      forgetOpening();
      liveEdge.stop();
      stopReporting();
      hls.destroy();
    },
  };
}
