import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import { describeThrown } from '../../../shared/telemetry/describe-thrown.ts';
import { describeViolation } from '../../../shared/tools/describe-violation.ts';

/** Describes an unhandled rejection, or a violation of the worker's own content security policy. */
export function describeWorkerEvent(event: Event): ClientError {
  if ('effectiveDirective' in event)
    return describeViolation(event as SecurityPolicyViolationEvent);
  const { reason } = event as PromiseRejectionEvent;
  return { source: 'worker_rejection', ...describeThrown(reason), params: {} };
}
