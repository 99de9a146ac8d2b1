import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import type { ClientError } from '../../../shared/telemetry/client-error.ts';

/**
 * Reports uncaught errors and violations of the page's Content-Security-Policy. The first error
 * loads the script that reads error events; errors wait for it.
 */
export function watchErrors(report: (error: ClientError) => void, signal: AbortSignal): void {
  let count = 0;
  const reportEvent = async (event: Event) => {
    if (count++ >= collectorLimits.errorsCount) return;
    // A failed import must be caught: its rejection would trigger another import, for ever.
    const { describeEvent } = await import('./describe-event.ts').catch(() => ({
      describeEvent: quote,
    }));
    report(describeEvent(event));
  };
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, reportEvent, { signal });
}

/** A minimal report, used when the script failed to load. */
function quote(event: Event): ClientError {
  const { message, reason } = event as Partial<ErrorEvent & PromiseRejectionEvent>;
  return {
    source: 'page',
    type: 'Error',
    message: String(message ?? reason ?? event.type),
    stack: '',
    params: {},
  };
}
