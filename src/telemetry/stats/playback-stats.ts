import { playbackStatsLimits } from '../../../shared/limits/playback-stats-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { Log } from '../player-log.ts';
import { hasEnded, isPlaying, isUnderWay } from './playback-phase.ts';
import { cutWatch, nextWatch, nothingWatched, roundToMs } from './watch.ts';

export interface PlaybackMoment {
  state: PlayerState;
  /** Milliseconds of a monotonic clock. */
  atMs: number;
  /** Whether the page is visible from here on. */
  isVisible: boolean;
}

/** A change of the player's state. */
export interface PlaybackChange extends PlaybackMoment {
  previous: PlayerState;
  /** Id of the current playback from here on. */
  cpn: string;
}

/** The one who last requested playback; `null` once the video plays. */
export type Initiator = 'viewer' | 'host' | null;

export interface PlaybackStats {
  update(change: PlaybackChange): void;
  /** Reports what was watched until this moment. */
  close(moment: PlaybackMoment): void;
}

export interface PlaybackStatsDeps {
  playback: { initiator: Initiator };
  /** Logs every event: each watched part is reported once. */
  log: Log;
  /** A rate-limited log, for events that a host can cause without limit. */
  hostCaused: Log;
  clock: Clock;
  now(): PlaybackMoment;
  /** Whether the page was visible before the first change. */
  wasVisible: boolean;
  /** The first video starts with autoplay. */
  isAutoplay: boolean;
}

/** Costs a few comparisons per state change; a timer runs only during playback. */
export function createPlaybackStats(deps: PlaybackStatsDeps, signal: AbortSignal): PlaybackStats {
  const { playback, clock } = deps;
  let cpn = '';
  let watch = nothingWatched;
  let hasBegun = false;
  /** The player may have started this playback without a request. */
  let isByItself = deps.isAutoplay;
  /** Visibility during the current segment. Each change of it triggers a report. */
  let isVisible = deps.wasVisible;
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
  function reportSegments(state: PlayerState, atMs: number): void {
    const { videoId, playbackRate, volume, isMuted } = state;
    const { segments } = watch;
    if (segments.length === 0) return;
    watch = { ...watch, segments: [] };
    reportedMs = atMs;
    const payload = { videoId, cpn, segments, playbackRate, volume, isMuted, isVisible };
    deps.log('video_stats.watchtime', payload, { tier: 'dispatch_to_empty', sequenceGroup: cpn });
  }

  function close(moment: PlaybackMoment): void {
    watch = cutWatch(watch, moment.state, moment.atMs);
    reportSegments(moment.state, moment.atMs);
    isVisible = moment.isVisible;
  }

  function startTimer(): void {
    cancelTimer = clock.setTimer(() => {
      startTimer();
      close(deps.now());
    }, playbackStatsLimits.watchtimeEveryMs);
  }

  function stopPlaying(state: PlayerState, atMs: number): void {
    cancelTimer();
    // A host can play and pause without limit, so limit these reports.
    if (atMs - reportedMs >= playbackStatsLimits.watchtimePauseMs) reportSegments(state, atMs);
    if (hasEnded(state)) playback.initiator = null;
  }

  function update({ state, previous, cpn: nextCpn, atMs }: PlaybackChange): void {
    const isNew = nextCpn !== cpn;
    watch = nextWatch(watch, state, previous, isNew, atMs);
    if (isNew) {
      reportSegments(previous, atMs);
      // The next video of a list, or the same video again.
      if (cpn !== '') isByItself = hasEnded(previous);
      cpn = nextCpn;
      hasBegun = false;
    }
    if (state.playbackRate !== previous.playbackRate) reportSegments(previous, atMs);
    if (watch.segments.length >= playbackStatsLimits.segmentsMaxCount) reportSegments(state, atMs);
    if (state.playback === previous.playback) return;
    if (isPlaying(state) && !hasBegun) {
      hasBegun = true;
      reportPlayback(state);
      playback.initiator = null;
    }
    if (isUnderWay(state) === isUnderWay(previous)) return;
    if (isUnderWay(state)) startTimer();
    else stopPlaying(state, atMs);
  }

  signal.addEventListener(
    'abort',
    () => {
      close(deps.now());
      cancelTimer();
      watch = nothingWatched;
    },
    { once: true },
  );
  return { update, close };
}
