import { intakeCostLimits } from '../limits/intake-limits.ts';
import type { AcceptedError } from './parse-error-report.ts';

/** @returns what an error report counts for, whether its error is known or not */
export function errorBytes({ message, stack, paramsJson }: AcceptedError): number {
  return (
    intakeCostLimits.errorReportBytes.value + message.length + stack.length + paramsJson.length
  );
}
