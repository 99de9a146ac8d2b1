import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Result } from '../../../shared/tools/result.ts';
import type { Claim } from '../queue/create-claim.ts';
import { createSend, type SendDeps } from './create-send.ts';

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

export interface SenderDeps extends SendDeps {
  claim(): Promise<Result<Claim | null>>;
  clock: Clock;
  /** Nothing is left to send. */
  onEmpty(): void;
}

export function createSender(deps: SenderDeps): Sender {
  const { claim, clock, onEmpty } = deps;
  const send = createSend(deps, () => isStopped, pause, checkLater);
  let loop: Promise<void> | null = null;
  let isWoken = false;
  let isStopped = false;
  let cancelWait: (() => void) | null = null;
  let cancelLook = () => {};
  /** The intake asked to wait until then; nothing overrides that. */
  let notBeforeMs = 0;

  function pause(ms: number, retryAfterMs: number | null): void {
    if (isStopped) return;
    if (retryAfterMs !== null) notBeforeMs = clock.now() + retryAfterMs;
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
  function checkLater(): void {
    cancelLook();
    if (!isStopped) cancelLook = clock.setTimer(wake, queueLimits.retryExpiryMs + 1);
  }

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      // A request claimed after `stop` would be in flight with no sender.
      while (!isStopped) {
        const claimed = await claim();
        if (!claimed.ok) checkLater();
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
