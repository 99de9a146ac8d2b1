import type { ClientError } from '../../shared/client-error.ts';
import { describeThrown } from '../../shared/describe-thrown.ts';
import { describeViolation } from '../../shared/describe-violation.ts';

/** What an event says of a rejection that nobody handled, or of what the worker's own policy refused. */
export function describeWorkerEvent(event: Event): ClientError {
  if ('effectiveDirective' in event)
    return describeViolation(event as SecurityPolicyViolationEvent);
  const { reason } = event as PromiseRejectionEvent;
  return { source: 'worker_rejection', ...describeThrown(reason), params: {} };
}
