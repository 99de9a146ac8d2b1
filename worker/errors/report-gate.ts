import type { ClientError } from '../../shared/client-error.ts';
import { errorLimits } from '../../shared/error-limits.ts';
import { topFrame } from '../../shared/stack-frames.ts';
import type { Memo } from '../services-memo.ts';

/**
 * Which errors of a document are reported: the first of each, and five at most (specification §8), however often its services were
 * started again.
 * @returns whether this one may pass; then it counts
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
