import { intakeCostLimits } from '../intake-limits.ts';
import type { AcceptedError } from './parse-error-report.ts';

/** @returns the bytes that an error report is charged, whether its error is new or known */
export function errorBytes({ message, stack, paramsJson }: AcceptedError): number {
  return (
    intakeCostLimits.errorReportBytes.value + message.length + stack.length + paramsJson.length
  );
}
