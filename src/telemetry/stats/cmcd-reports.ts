import { playbackStatsLimits } from '../../../shared/limits/playback-stats-limits.ts';
import type { CmcdReading } from '../../../shared/telemetry/playback-report.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { isCmcdNews, readForCmcd } from './cmcd-reading.ts';
import type { Quality } from './playback-quality.ts';

export interface CmcdReportsDeps {
  /** URL for the reports. */
  collector: string;
  clock: Clock;
  send(reading: CmcdReading): void;
  /** Called regularly during a playback. */
  onInterval(): void;
}

/** Reports a playback to the operator's CMCD collector: its news, and regularly. */
export interface CmcdReports {
  /** @param cpn id of the playback; empty before the first */
  report(
    state: PlayerState,
    quality: Quality,
    cpn: string,
    occasion?: { isInterval?: boolean; isQuit?: boolean },
  ): void;
  /** Starts or stops the interval. */
  keepInterval(isPlayback: boolean): void;
  stop(): void;
}

/** A script of its own: most operators have no collector. */
export function createCmcdReports({
  collector,
  clock,
  send,
  onInterval,
}: CmcdReportsDeps): CmcdReports {
  let cancelInterval: (() => void) | null = null;
  let lastReading: CmcdReading | null = null;

  function startInterval(): void {
    cancelInterval = clock.setTimer(() => {
      onInterval();
      startInterval();
    }, playbackStatsLimits.cmcdEveryMs);
  }

  return {
    report(state, quality, cpn, { isInterval = false, isQuit = false } = {}) {
      if (cpn === '') return;
      const reading = readForCmcd(state, quality, {
        collector,
        cpn,
        atMs: clock.now(),
        isInterval,
        isQuit,
      });
      const isNews = lastReading === null || isCmcdNews(lastReading, reading);
      if (!isNews && !isInterval && !isQuit) return;
      lastReading = reading;
      send(reading);
    },
    keepInterval(isPlayback) {
      if (isPlayback && cancelInterval === null) startInterval();
      if (isPlayback || cancelInterval === null) return;
      cancelInterval();
      cancelInterval = null;
    },
    stop() {
      cancelInterval?.();
    },
  };
}
