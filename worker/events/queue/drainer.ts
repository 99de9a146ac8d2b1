import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import { documentLockName } from '../../../shared/rpc/document-lock.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Adopted, RowAdoption } from './queue-store.ts';

/**
 * Adopts the events of documents that are gone, by these rules:
 *
 * 1. Every worker looks when it starts and when it sends, because the worker that holds the watch
 *    lock may be frozen.
 * 2. With locks, only the worker that holds the watch lock also wakes up by timer.
 * 3. A document is gone if its own lock is free; without locks, if its rows are old enough.
 */
export interface Drainer {
  /**
   * Looks again, if the last look is long enough ago. Called after a send, when the worker is awake
   * anyway.
   */
  nudge(): void;
}

export interface DrainerDeps {
  sid: string;
  store: RowAdoption;
  locks: LockManager | null;
  /**
   * Whether this document's own lock is held. If not, locks are unavailable, and only the age of
   * rows shows which documents are gone.
   */
  hasLocks: boolean;
  clock: Clock;
  /** There are new requests to send. */
  onAdopted(requestCount: number): void;
  signal: AbortSignal;
}

/** The worker that holds this lock looks from time to time. */
const watchLockName = 'offstage:drainer';

export function startDrainer({
  sid,
  store,
  locks,
  hasLocks,
  clock,
  onAdopted,
  signal,
}: DrainerDeps): Drainer {
  let isLooking = false;
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};

  async function check(): Promise<void> {
    if (isLooking || signal.aborted) return;
    isLooking = true;
    lastLookMs = clock.now();
    cancelTimer();
    // Also after a failure: the store is unavailable now, and its rows wait for the next look.
    const nextLookMs = await adoptSome().catch(() => queueLimits.adoptEveryMs);
    isLooking = false;
    if (nextLookMs === null || signal.aborted) return;
    if (nextLookMs === queueLimits.adoptEveryMs && hasLocks)
      await watchForAll(nextLookMs).catch(() => undefined);
    else checkIn(nextLookMs);
  }

  function checkIn(ms: number, onEnd?: () => void): void {
    const cancel = clock.setTimer(check, ms);
    cancelTimer = () => {
      cancel();
      onEnd?.();
    };
  }

  /** Does nothing if another worker watches already. */
  async function watchForAll(ms: number): Promise<void> {
    await locks?.request(watchLockName, { ifAvailable: true }, (lock) => {
      if (lock === null || signal.aborted) return undefined;
      return new Promise<void>((release) => checkIn(ms, release));
    });
  }

  /** @returns milliseconds to the next look; `null` if no other document's rows are left */
  async function adoptSome(): Promise<number | null> {
    let rowCount = 0;
    for (const owner of await store.owners()) {
      const maxCount = queueLimits.adoptCount - rowCount;
      if (owner === sid || maxCount === 0) continue;
      const adopted = await adoptIfGone(owner, maxCount);
      rowCount += adopted.rowCount;
      // At once: these rows are adopted even if the next adoption fails.
      if (adopted.requestCount > 0 && !signal.aborted) onAdopted(adopted.requestCount);
    }
    if (rowCount === queueLimits.adoptCount) return queueLimits.adoptMoreMs;
    const othersRemain = (await store.owners()).some((owner) => owner !== sid);
    return othersRemain ? queueLimits.adoptEveryMs : null;
  }

  async function adoptIfGone(from: string, maxCount: number): Promise<Adopted> {
    const adopt = (untilMs: number) =>
      store.adopt({ from, to: sid, untilMs, nowMs: clock.now(), maxCount });
    if (!hasLocks || locks === null) return adopt(clock.now() - queueLimits.retryExpiryMs);
    // An exclusive lock is granted only if the document's page and worker are gone, and no other
    // worker adopts its rows. It is held during the adoption only: a worker restarted for that
    // document waits, then finds the store settled.
    return locks.request(
      documentLockName(from),
      { mode: 'exclusive', ifAvailable: true },
      (lock) =>
        lock === null ? { requestCount: 0, rowCount: 0 } : adopt(Number.POSITIVE_INFINITY),
    );
  }

  signal.addEventListener('abort', () => cancelTimer(), { once: true });
  void check();
  return {
    nudge() {
      if (Math.abs(clock.now() - lastLookMs) >= queueLimits.adoptEveryMs) void check();
    },
  };
}
