import type { ReportFailureCode } from '../../../shared/rpc/rpc.ts';
import type { PlaybackAnswer, PlaybackReport } from '../../../shared/telemetry/playback-report.ts';
import { playbackReportShapes } from '../../../shared/telemetry/shapes/playback-reports.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { parseAs, type Shape } from '../../../shared/tools/shape.ts';
import type { CmcdLog } from '../cmcd/cmcd-log.ts';
import { createLatencyLog } from '../latency/latency-log.ts';
import type { ProviderLog } from '../provider-log/provider-log.ts';

/** Routes the page's playback reports: timed actions, quality of experience, CMCD. */
export interface PlaybackReports {
  report(report: PlaybackReport): Promise<Result<PlaybackAnswer, ReportFailureCode>>;
  stop(): void;
}

export interface PlaybackReportsDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  clock: Clock;
  /** When `false`, reports are ignored. */
  isTelemetryOn: boolean;
  /** Without consent, nothing is sent to the collector. */
  hasConsent(): boolean;
  logToProvider: ProviderLog['log'];
}

const nothing: PlaybackAnswer = { event: null, summary: null };

export function createPlaybackReports(deps: PlaybackReportsDeps): PlaybackReports {
  const { clock, isTelemetryOn, logToProvider } = deps;
  const latency = createLatencyLog({ now: clock.now, readyMs: clock.now() });
  let cmcdLog: Promise<CmcdLog> | null = null;

  async function loadCmcdLog(): Promise<CmcdLog> {
    const { createCmcdLog } = await import('../cmcd/cmcd-log.ts');
    return createCmcdLog({
      ...deps,
      onLost: (reason, count) => logToProvider('cmcd_lost', { reason, count }),
    });
  }

  return {
    async report(report) {
      if (!isTelemetryOn) return ok(nothing);
      const shape: Shape<PlaybackReport> | null = Object.hasOwn(playbackReportShapes, report?.type)
        ? playbackReportShapes[report.type]
        : null;
      const parsed = shape === null ? null : parseAs(shape, report);
      if (!parsed?.success) {
        const issue = parsed === null ? 'no such type' : firstIssue(parsed.error.issues);
        return err('BAD_REPORT', `The report does not fit its schema: ${issue}`);
      }
      const data = parsed.data;
      switch (data.type) {
        case 'action':
          return ok(latency.add(data));
        case 'qoe': {
          const { n, timeMs, videoId, cpn, summary } = data;
          logToProvider('qoe', { videoId, cpn, ...summary }, { n, timeMs });
          return ok(nothing);
        }
        case 'cmcd':
          cmcdLog ??= loadCmcdLog();
          (await cmcdLog).report(data);
          return ok(nothing);
      }
    },
    stop: () => void cmcdLog?.then((log) => log.stop()).catch(() => undefined),
  };
}
