import type { LogPayload } from '../../../shared/telemetry/log-event.ts';
import type { PlaybackReport } from '../../../shared/telemetry/playback-report.ts';
import type { ProviderLogEntry } from '../../../shared/telemetry/provider-log.ts';
import { qoeEventName } from '../../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../../shared/telemetry/qoe-summary.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { limitLog } from '../limit-log.ts';
import type { Log } from '../player-log.ts';

export interface SummaryReportsDeps {
  log: Log;
  playback: { keepEntry?(entry: ProviderLogEntry): void };
  send(report: PlaybackReport): void;
  clock: Clock;
  /** A monotonic clock that starts when the page is opened. */
  nowMs(): number;
}

export interface PlaybackSummary {
  videoId: string;
  cpn: string;
  summary: QoeSummary;
  hasPlayed: boolean;
  /** Latency summary of this playback, from the services. */
  latency: LogPayload | null;
}

/** @returns reports the quality of one playback, to the log, the provider log and the services */
export function createSummaryReports({
  log,
  playback,
  send,
  clock,
  nowMs,
}: SummaryReportsDeps): (playback: PlaybackSummary) => void {
  let isLogged = false;
  let summaryCount = 0;
  /** Limited, because a host can load thousands of videos a second without playing them. */
  const logUnplayed = limitLog((...event) => {
    isLogged = true;
    log(...event);
  }, nowMs);

  return ({ videoId, cpn, summary, hasPlayed, latency }) => {
    isLogged = hasPlayed;
    const logSummary = hasPlayed ? log : logUnplayed;
    logSummary(
      qoeEventName,
      { videoId, cpn, ...summary },
      { tier: 'dispatch_to_empty', sequenceGroup: cpn },
    );
    if (!isLogged) return;
    if (latency !== null) log('latency_summary', latency, { sequenceGroup: cpn });
    // Numbered by the page, so that its copy and the services' copy are the same entry.
    const stamp = { n: ++summaryCount, timeMs: clock.now() };
    playback.keepEntry?.({ ...stamp, kind: 'qoe', fields: { videoId, cpn, ...summary } });
    send({ type: 'qoe', ...stamp, videoId, cpn, summary });
  };
}
