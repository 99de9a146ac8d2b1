import type { ClientError } from '../../shared/client-error.ts';
import { errorLimits } from '../../shared/error-limits.ts';
import { topFrame } from '../../shared/stack-frames.ts';

/**
 * Which errors of a document are reported: the first of each, and five at most (specification §8).
 * @returns whether this one may pass; then it counts
 */
export function createReportGate(): (error: Pick<ClientError, 'message' | 'stack'>) => boolean {
  const seen = new Set<string>();
  return ({ message, stack }) => {
    const key = JSON.stringify([message, topFrame(stack)]);
    if (seen.has(key) || seen.size >= errorLimits.reportsCount) return false;
    seen.add(key);
    return true;
  };
}
