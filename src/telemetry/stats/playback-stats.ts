import { playbackStatsLimits } from '../../../shared/limits/playback-stats-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { Log } from '../player-log.ts';
import { hasEnded, isPlaying, isUnderWay } from './playback-phase.ts';
import { cutWatch, nextWatch, nothingWatched, roundToMs } from './watch.ts';

/** A change of the player's state. */
export interface PlaybackChange {
  state: PlayerState;
  previous: PlayerState;
  /** Id of the current playback from here on. */
  cpn: string;
  /** Milliseconds of a monotonic clock. */
  atMs: number;
}

/** The one who last requested playback; `null` once the video plays. */
export type Initiator = 'viewer' | 'host' | null;

export interface PlaybackStats {
  update(change: PlaybackChange): void;
  /** Reports what was watched until now. */
  close(): void;
}

export interface PlaybackStatsDeps {
  store: PlayerStore;
  playback: { initiator: Initiator };
  /** Logs every event: each watched part is reported once. */
  log: Log;
  /** A rate-limited log, for events that a host can cause without limit. */
  hostCaused: Log;
  clock: Clock;
  /** A monotonic clock. */
  nowMs(): number;
  isVisible(): boolean;
  /** The first video starts with autoplay. */
  isAutoplay: boolean;
}

/** Costs a few comparisons per state change; a timer runs only during playback. */
export function createPlaybackStats(deps: PlaybackStatsDeps, signal: AbortSignal): PlaybackStats {
  const { store, playback, clock, nowMs } = deps;
  let cpn = '';
  let watch = nothingWatched;
  let hasBegun = false;
  /** The player may have started this playback without a request. */
  let isByItself = deps.isAutoplay;
  /** Visibility during the current segment. Each change of it triggers a report. */
  let isVisible = deps.isVisible();
  let reportedMs = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};

  function reportPlayback(state: PlayerState): void {
    const { videoId, engine, isLive, volume, isMuted } = state;
    // Requests by a player.js host are not recorded, so it is the default.
    const startedBy = playback.initiator ?? (isByItself ? 'player' : 'host');
    const part = {
      startSeconds: roundToMs(state.currentTime),
      duration: roundToMs(state.duration),
      isLive,
    };
    const payload = { videoId, cpn, engine, startedBy, ...part, volume, isMuted, isVisible };
    deps.hostCaused('video_stats.playback', payload, { tier: 'fast', sequenceGroup: cpn });
  }

  /** @param state the state in which the segments were watched */
  function reportSegments({ videoId, playbackRate, volume, isMuted }: PlayerState): void {
    const { segments } = watch;
    if (segments.length === 0) return;
    watch = { ...watch, segments: [] };
    reportedMs = nowMs();
    const payload = { videoId, cpn, segments, playbackRate, volume, isMuted, isVisible };
    deps.log('video_stats.watchtime', payload, { tier: 'dispatch_to_empty', sequenceGroup: cpn });
  }

  function close(): void {
    const state = store.getState();
    watch = cutWatch(watch, state, nowMs());
    reportSegments(state);
    isVisible = deps.isVisible();
  }

  function startTimer(): void {
    cancelTimer = clock.setTimer(() => {
      startTimer();
      close();
    }, playbackStatsLimits.watchtimeEveryMs);
  }

  function stopPlaying(state: PlayerState): void {
    cancelTimer();
    // A host can play and pause without limit, so limit these reports.
    if (nowMs() - reportedMs >= playbackStatsLimits.watchtimePauseMs) reportSegments(state);
    if (hasEnded(state)) playback.initiator = null;
  }

  function update({ state, previous, cpn: nextCpn, atMs }: PlaybackChange): void {
    const isNew = nextCpn !== cpn;
    watch = nextWatch(watch, state, previous, isNew, atMs);
    if (isNew) {
      reportSegments(previous);
      // The next video of a list, or the same video again.
      if (cpn !== '') isByItself = hasEnded(previous);
      cpn = nextCpn;
      hasBegun = false;
    }
    if (state.playbackRate !== previous.playbackRate) reportSegments(previous);
    if (watch.segments.length >= playbackStatsLimits.segmentsMaxCount) reportSegments(state);
    if (state.playback === previous.playback) return;
    if (isPlaying(state) && !hasBegun) {
      hasBegun = true;
      reportPlayback(state);
      playback.initiator = null;
    }
    if (isUnderWay(state) === isUnderWay(previous)) return;
    if (isUnderWay(state)) startTimer();
    else stopPlaying(state);
  }

  signal.addEventListener(
    'abort',
    () => {
      close();
      cancelTimer();
      watch = nothingWatched;
    },
    { once: true },
  );
  return { update, close };
}
