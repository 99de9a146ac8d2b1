import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';
import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { DropReason } from '../../../shared/rpc/loss-accounting.ts';
import type { News } from '../../../shared/rpc/news.ts';
import type { Connectivity } from '../connectivity/connectivity.ts';
import type { Claim } from '../queue/create-claim.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Deliver, type Failed, failed, type Outcome } from './delivery.ts';
import { retryWaitMs } from './retry-policy.ts';

export interface SendDeps {
  deliver: Deliver;
  connectivity: Pick<Connectivity, 'isOnline' | 'check' | 'prove'>;
  random(): number;
  /**
   * Called before the request is removed from the store: a repeated report is better than a lost
   * one.
   * @param rejectedSeqs events of the request that the intake rejected
   */
  onDelivered(request: RequestRow, rejectedSeqs: readonly number[]): void;
  onDropped(request: RequestRow, reason: DropReason): void;
  onState(news: Extract<News, { type: 'sending' }>): void;
}

type Rejected = Extract<Outcome, { type: 'rejected' }>;

const noConnection = failed('there is no connection', { isDoubtful: false });

/**
 * @param pause waits before the next request. With `retryAfterMs` the intake asked to wait, and
 * nothing shortens that.
 * @param checkLater the store failed, and may still hold the request
 * @returns a function that attempts one request and settles it: delivered, dropped or released
 */
export function createSend(
  { deliver, connectivity, random, onDelivered, onDropped, onState }: SendDeps,
  isStopped: () => boolean,
  pause: (ms: number, retryAfterMs: number | null) => void,
  checkLater: () => void,
): (held: Claim) => Promise<void> {
  let failures = 0;
  /** Attempts that ended at the connectivity check, because there was no connection. */
  let unconnected = 0;

  async function fail(held: Claim, outcome: Failed): Promise<void> {
    const { reason, retryAfterMs, isDoubtful } = outcome;
    failures++;
    if (failures === 1) onState({ type: 'sending', state: 'failing', reason });
    await release(held, {
      isDoubtful: isDoubtful || held.request.isDoubtful === true,
      options: optionsAfter(held.request, outcome),
      // Only requests that were sent count.
      ...(outcome === noConnection && { sendCount: held.request.sendCount - 1 }),
    });
    if (isStopped()) return;
    if (await isBlocked(outcome)) failures = Math.max(failures, queueLimits.potentialErrorLimit);
    pause(Math.max(retryWaitMs(failures, random()), retryAfterMs ?? 0), retryAfterMs);
  }

  async function release(held: Claim, change: Parameters<Claim['release']>[0]): Promise<void> {
    if (!(await held.release(change))) checkLater();
  }

  /** @returns whether to attempt a send; a check costs less than a request without an answer */
  async function isWorthTrying(): Promise<boolean> {
    if (connectivity.isOnline || (await connectivity.check())) return true;
    unconnected++;
    // Where only the check is blocked, nothing would ever be sent, so some attempts are made
    // anyway.
    return unconnected % connectivityLimits.tryAnywayCount === 0;
  }

  /**
   * The network works, but requests do not get through: they are blocked, and so will be the next.
   */
  async function isBlocked({ isUnreached }: Failed): Promise<boolean> {
    return isUnreached && (await connectivity.check());
  }

  async function reject(held: Claim, outcome: Rejected): Promise<void> {
    const rejectionCount = held.request.rejectionCount + 1;
    if (rejectionCount > queueLimits.retryCap) {
      onDropped(held.request, 'rejected');
      await held.remove();
    } else {
      await release(held, { rejectionCount, options: optionsAfter(held.request, outcome) });
      pause(queueLimits.retryDelayMs, null);
    }
  }

  return async (held) => {
    const lost = lossOf(held);
    if (lost !== null) {
      onDropped(held.request, lost);
      await held.remove();
      return;
    }
    const outcome = (await isWorthTrying()) ? await deliver(held.request) : noConnection;
    // The store is closed or closing. The row stays QUEUED until another owner adopts it.
    if (isStopped()) return;
    if (outcome.type === 'delivered') {
      if (failures > 0)
        onState({ type: 'sending', state: 'ok', reason: 'the intake answers again' });
      failures = 0;
      connectivity.prove();
      onDelivered(held.request, outcome.rejectedSeqs);
      await held.remove();
    } else if (outcome.type === 'rejected') {
      await reject(held, outcome);
    } else {
      await fail(held, outcome);
    }
  };
}

/** @returns why a request is not sent any more, or `null` */
function lossOf({ isExpired, request }: Claim): DropReason | null {
  if (isExpired) return 'expired';
  return request.sendCount > queueLimits.sendCountMax ? 'attempts' : null;
}

/** A body that could not be read compressed is never compressed again, by any sender. */
function optionsAfter(
  { options }: RequestRow,
  { isCompressible }: Failed | Rejected,
): RequestRow['options'] {
  return { ...options, isCompressible: options.isCompressible && isCompressible !== false };
}
