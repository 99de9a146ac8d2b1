import { errorLimits } from '../../../shared/limits/error-limits.ts';
import type { ClientError } from '../../../shared/telemetry/client-error.ts';
import { topFrame } from '../../../shared/telemetry/stack-frames.ts';
import type { Memo } from '../../services/services-memo.ts';

/**
 * Decides which errors of a document are reported: the first of each kind, and at most five
 * (specification §8), even if its services are restarted.
 * @returns whether this error may be reported; if so, it is counted
 */
export function createReportGate(
  memo: Memo,
): (error: Pick<ClientError, 'message' | 'stack'>) => boolean {
  return ({ message, stack }) => {
    const key = JSON.stringify([message.slice(0, errorLimits.messageMaxChars), topFrame(stack)]);
    const { reportedErrors } = memo.read();
    if (reportedErrors.includes(key) || reportedErrors.length >= errorLimits.reportsCount)
      return false;
    memo.change({ reportedErrors: [...reportedErrors, key] });
    return true;
  };
}
