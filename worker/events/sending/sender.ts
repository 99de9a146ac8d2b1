import { connectivityLimits, queueLimits } from '../../../shared/limits/services-limits.ts';
import type { DropReason, News } from '../../../shared/rpc/rpc.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { Connectivity } from '../connectivity/connectivity.ts';
import type { Claim } from '../queue/create-claim.ts';
import type { RequestRow } from '../queue/stored-rows.ts';
import { type Deliver, type Failed, failed, type Outcome } from './delivery.ts';
import { retryWaitMs } from './retry-policy.ts';

/**
 * Empties the queue, one request at a time, and waits after failures. Idle while the queue is
 * empty.
 */
export interface Sender {
  /** There is something to send. Ignored while waiting after a failure. */
  wake(): void;
  /**
   * Tries now.
   * @returns when nothing is left or an attempt failed
   */
  sendNow(): Promise<void>;
  stop(): void;
}

export interface SenderDeps {
  claim(): Promise<Result<Claim | null>>;
  deliver: Deliver;
  connectivity: Pick<Connectivity, 'isOnline' | 'check' | 'prove'>;
  clock: Clock;
  random(): number;
  /**
   * Called before the request is removed from the store: a repeated report is better than a lost
   * one.
   * @param rejectedSeqs events of the request that the intake rejected
   */
  onDelivered(request: RequestRow, rejectedSeqs: readonly number[]): void;
  onDropped(request: RequestRow, reason: DropReason): void;
  /** Nothing is left to send. */
  onEmpty(): void;
  onState(news: Extract<News, { type: 'sending' }>): void;
}

type Rejected = Extract<Outcome, { type: 'rejected' }>;

const noConnection = failed('there is no connection', { isDoubtful: false });

export function createSender(deps: SenderDeps): Sender {
  const { claim, deliver, connectivity, clock, random, onDelivered, onDropped, onEmpty, onState } =
    deps;
  let loop: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  let failures = 0;
  let cancelWait: (() => void) | null = null;
  let cancelLook = () => {};
  /** Attempts that ended at the connectivity check, because there was no connection. */
  let unconnected = 0;
  /** The intake asked to wait until then; nothing overrides that. */
  let notBeforeMs = 0;

  function pause(ms: number): void {
    if (isStopped) return;
    cancelWait?.();
    cancelWait = clock.setTimer(() => {
      cancelWait = null;
      notBeforeMs = 0;
      wake();
    }, ms);
  }

  /**
   * After a failure of the store, wakes once the lease on its request has expired: nothing else may
   * wake the sender. Sending goes on meanwhile.
   */
  function lookLater(): void {
    cancelLook();
    if (!isStopped) cancelLook = clock.setTimer(wake, queueLimits.retryExpiryMs + 1);
  }

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
    if (isStopped) return;
    if (await isBlocked(outcome)) failures = Math.max(failures, queueLimits.potentialErrorLimit);
    if (retryAfterMs !== null) notBeforeMs = clock.now() + retryAfterMs;
    pause(Math.max(retryWaitMs(failures, random()), retryAfterMs ?? 0));
  }

  async function remove(held: Claim): Promise<void> {
    if (!(await held.remove())) lookLater();
  }

  async function release(held: Claim, change: Parameters<Claim['release']>[0]): Promise<void> {
    if (!(await held.release(change))) lookLater();
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
      await remove(held);
    } else {
      await release(held, { rejectionCount, options: optionsAfter(held.request, outcome) });
      pause(queueLimits.retryDelayMs);
    }
  }

  async function send(held: Claim): Promise<void> {
    const lost = lossOf(held);
    if (lost !== null) {
      onDropped(held.request, lost);
      await remove(held);
      return;
    }
    const outcome = (await isWorthTrying()) ? await deliver(held.request) : noConnection;
    // The store is closed or closing. The row stays QUEUED until another owner adopts it.
    if (isStopped) return;
    if (outcome.type === 'delivered') {
      if (failures > 0)
        onState({ type: 'sending', state: 'ok', reason: 'the intake answers again' });
      failures = 0;
      connectivity.prove();
      onDelivered(held.request, outcome.rejectedSeqs);
      await remove(held);
    } else if (outcome.type === 'rejected') {
      await reject(held, outcome);
    } else {
      await fail(held, outcome);
    }
  }

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      // A request claimed after `stop` would be in flight with no sender.
      while (!isStopped) {
        const claimed = await claim();
        if (!claimed.ok) lookLater();
        if (claimed.ok && claimed.value === null && !isStopped) onEmpty();
        if (isStopped || !claimed.ok || claimed.value === null) break;
        await send(claimed.value);
        if (cancelWait !== null) return;
      }
    }
  }

  function wake(): void {
    if (isStopped || cancelWait !== null) return;
    isWoken = true;
    loop ??= run().finally(() => {
      loop = null;
      // `wake` was called between the last claim and here.
      if (isWoken) wake();
    });
  }

  return {
    wake,
    async sendNow() {
      if (clock.now() >= notBeforeMs) {
        cancelWait?.();
        cancelWait = null;
        wake();
      }
      await loop;
    },
    stop() {
      isStopped = true;
      cancelLook();
      cancelWait?.();
      cancelWait = null;
    },
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
