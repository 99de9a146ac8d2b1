import { hostErrorCode } from '../../../shared/player/player-error.ts';
import type { PlaybackPhase } from '../../../shared/telemetry/playback-report.ts';
import type { QoeSummary } from '../../../shared/telemetry/qoe-summary.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { isPlaying, isUnderWay } from './playback-phase.ts';

/** Frame counts since the element loaded its media (`getVideoPlaybackQuality()`). */
export interface FrameCounts {
  dropped: number;
  total: number;
}

/** A change of the player's state, or a reading without a change (then `previous` is the same). */
export interface QualityReading {
  state: PlayerState;
  previous: PlayerState;
  isVisible: boolean;
  /** `null` where the browser does not count. */
  frames: FrameCounts | null;
  /** Milliseconds of a monotonic clock. */
  atMs: number;
}

/** The quality of a playback up to a moment. */
export interface Quality {
  readonly phase: PlaybackPhase;
  /** Everything is counted up to this time; the fields below hold since then. */
  readonly atMs: number;
  readonly isVisible: boolean;
  readonly playbackRate: number;
  readonly level: { readonly id: string; readonly bitrate: number; readonly height: number } | null;
  /** When playback was requested; `null` before, and if the request was withdrawn. */
  readonly askedMs: number | null;
  readonly hasPlayed: boolean;
  /** From a seek until the picture after it. */
  readonly isSettling: boolean;
  readonly isAutoplayBlocked: boolean;
  readonly startMs: number | null;
  /** Milliseconds in each phase. */
  readonly spentMs: Readonly<Record<PlaybackPhase, number>>;
  readonly hiddenMs: number;
  readonly rebufferCount: number;
  readonly seekCount: number;
  readonly switchCount: number;
  readonly error: { readonly name: string; readonly isBeforeStart: boolean } | null;
  /** Sums over the time watched: of the rate, and of bitrate and height where known. */
  readonly rateSum: number;
  readonly bitrateSum: number;
  readonly bitrateMs: number;
  readonly heightSum: number;
  readonly heightMs: number;
  /** The last frame counts of the element. */
  readonly counted: FrameCounts | null;
  /** Frame counts of this playback. */
  readonly frames: FrameCounts | null;
}

/** @param reading the moment when the playback starts */
export function startQuality({
  isVisible,
  frames,
  atMs,
}: Omit<QualityReading, 'previous' | 'state'>): Quality {
  return {
    phase: 'idle',
    atMs,
    isVisible,
    playbackRate: 1,
    level: null,
    askedMs: null,
    hasPlayed: false,
    isSettling: false,
    isAutoplayBlocked: false,
    startMs: null,
    spentMs: { idle: 0, starting: 0, watching: 0, seeking: 0, rebuffering: 0 },
    hiddenMs: 0,
    rebufferCount: 0,
    seekCount: 0,
    switchCount: 0,
    error: null,
    rateSum: 0,
    bitrateSum: 0,
    bitrateMs: 0,
    heightSum: 0,
    heightMs: 0,
    counted: frames,
    frames: frames === null ? null : { dropped: 0, total: 0 },
  };
}

/** Applies a state change. Between two readings, the values of the first one hold. */
export function nextQuality(quality: Quality, reading: QualityReading): Quality {
  const { state, previous, isVisible, atMs } = reading;
  const spent = countFrames(spendTime(quality, atMs), reading.frames);
  const hasBegun = isPlaying(state) && !quality.hasPlayed;
  const hasPlayed = quality.hasPlayed || hasBegun;
  const isAutoplayBlocked = quality.isAutoplayBlocked || (!hasPlayed && state.isAutoplayBlocked);
  const askedMs = nextAsked(quality, state, atMs);
  const newSeeks = hasPlayed ? Math.max(0, state.seekCount - previous.seekCount) : 0;
  const isSettling = nextSettling(quality, state, newSeeks);
  const phase = phaseOf(state, { askedMs, hasPlayed, isSettling });
  const level = state.qualities.find(({ id }) => id === state.qualityId) ?? null;
  const isSwitch = level !== null && quality.level !== null && level.id !== quality.level.id;
  const isStall = phase === 'rebuffering' && quality.phase !== 'rebuffering';
  return {
    ...spent,
    phase,
    isVisible,
    playbackRate: state.playbackRate,
    level,
    askedMs,
    hasPlayed,
    isSettling,
    isAutoplayBlocked,
    startMs: hasBegun && !isAutoplayBlocked && askedMs !== null ? atMs - askedMs : quality.startMs,
    rebufferCount: quality.rebufferCount + (isStall ? 1 : 0),
    seekCount: quality.seekCount + newSeeks,
    switchCount: quality.switchCount + (isSwitch ? 1 : 0),
    error:
      quality.error ??
      (state.error === null ? null : { name: state.error.name, isBeforeStart: !hasPlayed }),
  };
}

/** Whether the playback is worth reporting: a video that was only shown was never requested. */
export function isAttempt({ askedMs, hasPlayed, error, isAutoplayBlocked }: Quality): boolean {
  return askedMs !== null || hasPlayed || error !== null || isAutoplayBlocked;
}

/** @param end the reason for the report; ignored after a failure */
export function summarizeQuality(
  quality: Quality,
  { isLive }: Pick<PlayerState, 'isLive'>,
  end: QoeSummary['end'],
): QoeSummary {
  const { spentMs, error, frames } = quality;
  const watchedMs = spentMs.watching;
  const bothMs = watchedMs + spentMs.rebuffering;
  const failure = error === null ? null : error.isBeforeStart ? 'before_start' : 'mid_stream';
  return {
    end: error === null ? end : 'failed',
    isLive,
    startMs: roundOrNull(quality.startMs),
    isAutoplayBlocked: quality.isAutoplayBlocked,
    isExitBeforeStart: !quality.hasPlayed && quality.askedMs !== null && error === null,
    watchedMs: Math.round(watchedMs),
    hiddenMs: Math.round(quality.hiddenMs),
    rebufferCount: quality.rebufferCount,
    rebufferMs: Math.round(spentMs.rebuffering),
    rebufferPercent:
      bothMs > 0 ? Math.round((spentMs.rebuffering / bothMs) * 100_000) / 1_000 : null,
    seekCount: quality.seekCount,
    seekMs: Math.round(spentMs.seeking),
    failure,
    errorName: error?.name ?? null,
    errorCode: error === null ? null : hostErrorCode(error.name),
    switchCount: quality.switchCount,
    averageBitrate: roundOrNull(
      quality.bitrateMs > 0 ? quality.bitrateSum / quality.bitrateMs : null,
    ),
    averageHeight: roundOrNull(quality.heightMs > 0 ? quality.heightSum / quality.heightMs : null),
    averageRate: watchedMs > 0 ? Math.round((quality.rateSum / watchedMs) * 1_000) / 1_000 : null,
    droppedFrames: frames?.dropped ?? null,
    totalFrames: frames?.total ?? null,
  };
}

function spendTime(quality: Quality, atMs: number): Quality {
  const ms = Math.max(0, atMs - quality.atMs);
  const { phase, level, playbackRate, isVisible } = quality;
  const spentMs = { ...quality.spentMs, [phase]: quality.spentMs[phase] + ms };
  if (phase !== 'watching') return { ...quality, atMs, spentMs };
  const bitrate = level?.bitrate ?? 0;
  const height = level?.height ?? 0;
  return {
    ...quality,
    atMs,
    spentMs,
    hiddenMs: quality.hiddenMs + (isVisible ? 0 : ms),
    rateSum: quality.rateSum + playbackRate * ms,
    bitrateSum: quality.bitrateSum + bitrate * ms,
    bitrateMs: quality.bitrateMs + (bitrate > 0 ? ms : 0),
    heightSum: quality.heightSum + height * ms,
    heightMs: quality.heightMs + (height > 0 ? ms : 0),
  };
}

function countFrames(quality: Quality, now: FrameCounts | null): Quality {
  if (now === null) return quality;
  // An element that loads other media counts from 0 again.
  const before =
    quality.counted === null || now.total < quality.counted.total
      ? { dropped: 0, total: 0 }
      : quality.counted;
  const frames = {
    dropped: (quality.frames?.dropped ?? 0) + Math.max(0, now.dropped - before.dropped),
    total: (quality.frames?.total ?? 0) + now.total - before.total,
  };
  return { ...quality, counted: now, frames };
}

function nextAsked(quality: Quality, state: PlayerState, atMs: number): number | null {
  if (quality.hasPlayed) return quality.askedMs;
  // The request was withdrawn before playback: blocked by the browser, or paused.
  const isBlocked = state.isAutoplayBlocked && !state.isPlayRequested;
  const isPaused = !state.isPlayRequested && !isUnderWay(state) && state.playback > 0;
  if (isBlocked || isPaused) return null;
  return quality.askedMs ?? (state.isPlayRequested || isUnderWay(state) ? atMs : null);
}

function nextSettling(quality: Quality, state: PlayerState, newSeeks: number): boolean {
  if (state.isSeeking) return quality.isSettling || newSeeks > 0;
  return isUnderWay(state) && !isPlaying(state) && (quality.isSettling || newSeeks > 0);
}

function phaseOf(
  state: PlayerState,
  { askedMs, hasPlayed, isSettling }: Pick<Quality, 'askedMs' | 'hasPlayed' | 'isSettling'>,
): PlaybackPhase {
  if (state.error !== null) return 'idle';
  if (!hasPlayed) return askedMs === null ? 'idle' : 'starting';
  if (!isUnderWay(state)) return 'idle';
  if (isSettling || state.isSeeking) return 'seeking';
  return isPlaying(state) ? 'watching' : 'rebuffering';
}

function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
