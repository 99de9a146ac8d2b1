import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import type { ClientContext } from '../../../shared/telemetry/log-batch.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Memo } from '../../services/services-memo.ts';
import type { ErrorOutbox } from './error-outbox.ts';
import { isOurs, isScanner } from './is-reportable.ts';
import { makeReport } from './make-report.ts';
import { createReportGate } from './report-gate.ts';

export interface ErrorReporterDeps {
  sid: string;
  context: ClientContext;
  /** When `false`, nothing is reported. */
  isTelemetryOn: boolean;
  userAgent: string;
  clock: Clock;
  newId(): string;
  outbox: Pick<ErrorOutbox, 'send'>;
  /** Remembers what was reported already. */
  memo: Memo;
  /** The page's state, as far as known. Added to every report. */
  readPage(): Record<string, string>;
}

/**
 * The single place that receives errors of page, controls and services.
 * @returns a function that reports an error, unless a rule excludes it
 */
export function createErrorReporter({
  sid,
  context,
  isTelemetryOn,
  userAgent,
  clock,
  newId,
  outbox,
  memo,
  readPage,
}: ErrorReporterDeps): (error: ClientError) => void {
  const isRouted = isTelemetryOn && !isScanner(userAgent);
  const canPass = createReportGate(memo);
  return (error) => {
    if (!isRouted || !isOurs(error) || !canPass(error)) return;
    const params = { ...readPage(), ...error.params };
    const report = makeReport(
      { ...error, params },
      { id: newId(), sid, timeMs: clock.now(), context },
    );
    // Reporting this failure would only fail again.
    outbox.send(report).catch(() => undefined);
  };
}
