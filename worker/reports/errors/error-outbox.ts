import { errorLimits } from '../../../shared/limits/error-limits.ts';
import type { ErrorReport } from '../../../shared/telemetry/error-report.ts';
import { errorReportShape } from '../../../shared/telemetry/shapes/error-report.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import type { DataStore } from '../../storage/data/data-store.ts';
import type { PostReport } from './post-report.ts';

/** Sends reports. Reports that fail are stored for a retry by this page or the next. */
export interface ErrorOutbox {
  send(report: ErrorReport): Promise<void>;
  /** Sends what earlier pages have left. */
  sendKept(): Promise<void>;
  stop(): void;
}

export interface ErrorOutboxDeps {
  data: DataStore;
  post: PostReport;
  clock: Clock;
  /** `null` where locks are missing or denied; then two pages may send the same report. */
  locks: LockManager | null;
}

const prefix = 'error-report/';
const lockName = 'offstage:error-reports';

export function createErrorOutbox({ data, post, clock, locks }: ErrorOutboxDeps): ErrorOutbox {
  let cancelRetry: (() => void) | null = null;
  let isStopped = false;
  /**
   * Whether these services stored a report. Earlier pages' reports are left to the lock's holder.
   */
  let hasKept = false;

  async function send(report: ErrorReport): Promise<void> {
    if ((await post(report)) !== 'failed') return;
    if ((await data.keys(prefix)).length >= errorLimits.keptCount) return;
    await data.set(`${prefix}${report.id}`, report, errorLimits.keptMs);
    hasKept = true;
    retryLater();
  }

  function retryLater(): void {
    if (isStopped) return;
    cancelRetry ??= clock.setTimer(() => {
      cancelRetry = null;
      // Only a bug or a missing store fails here; the next failed report starts a new retry.
      sendKept().catch(() => undefined);
    }, errorLimits.retryMs);
  }

  /**
   * One page at a time. The lock's holder sends the stored reports; this page retries its own
   * later.
   */
  async function sendKept(): Promise<void> {
    if (isStopped) return;
    if (locks === null) return sendAll();
    await locks.request(lockName, { ifAvailable: true }, (lock) => {
      if (lock !== null) return sendAll();
      if (hasKept) retryLater();
      return undefined;
    });
  }

  async function sendAll(): Promise<void> {
    for (const key of await data.keys(prefix)) {
      const report = parseAs(errorReportShape, await data.get(key));
      // Untrusted: any script of this origin may have written it. Malformed reports are discarded.
      if (report.success && (await post(report.data)) === 'failed') return retryLater();
      if (isStopped) return;
      await data.delete(key);
    }
  }

  return {
    send,
    sendKept,
    stop() {
      isStopped = true;
      cancelRetry?.();
    },
  };
}
