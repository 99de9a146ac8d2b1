import type { CmcdReading } from '../../../shared/telemetry/playback-report.ts';
import { bufferAheadSec } from '../../parts/buffer-ahead-sec.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { hasEnded } from './playback-phase.ts';
import type { Quality } from './playback-quality.ts';

interface Occasion
  extends Pick<CmcdReading, 'collector' | 'cpn' | 'atMs' | 'isInterval' | 'isQuit'> {}

/** Reads the player's state for the CMCD collector. */
export function readForCmcd(state: PlayerState, quality: Quality, occasion: Occasion): CmcdReading {
  return {
    type: 'cmcd',
    ...occasion,
    videoId: state.videoId,
    phase: quality.phase,
    hasEnded: hasEnded(state),
    startMs: quality.startMs,
    errorName: state.error?.name ?? null,
    isLive: state.isLive,
    isVisible: quality.isVisible,
    engine: state.engine,
    bitrate: quality.level?.bitrate ?? 0,
    bufferMs: bufferAheadSec(state) * 1_000,
    positionMs: Math.max(0, state.currentTime) * 1_000,
    playbackRate: state.playbackRate,
  };
}

/** Whether the reading contains news for the collector. */
export function isCmcdNews(a: CmcdReading, b: CmcdReading): boolean {
  return (
    a.cpn !== b.cpn ||
    a.phase !== b.phase ||
    a.hasEnded !== b.hasEnded ||
    a.errorName !== b.errorName ||
    a.bitrate !== b.bitrate ||
    a.playbackRate !== b.playbackRate
  );
}
