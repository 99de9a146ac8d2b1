import type { Clock } from '../../shared/clock.ts';
import { documentLockName } from '../../shared/document-lock.ts';
import { queueLimits } from '../../shared/services-limits.ts';
import type { Adopted, RowAdoption } from './queue-store.ts';

/**
 * Takes up the events of documents that are gone. Every worker does it when it starts and when it sends, because one that holds the
 * others off may be frozen itself; but only one wakes up for it.
 */
export interface Drainer {
  /** Something was sent, so the worker is awake anyway: looks again, if the last look is long enough ago. */
  nudge(): void;
}

export interface DrainerDeps {
  sid: string;
  store: RowAdoption;
  locks: LockManager | null;
  /** Whether this document's own lock is held. If not there are no locks here, and only rows' age tells who is gone. */
  hasLocks: boolean;
  clock: Clock;
  /** There are new requests to send. */
  onAdopted(requestCount: number): void;
  signal: AbortSignal;
}

/** Whoever holds it looks from time to time. */
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

  async function look(): Promise<void> {
    if (isLooking || signal.aborted) return;
    isLooking = true;
    lastLookMs = clock.now();
    cancelTimer();
    // After a failure too: the store is not to be had just now, and what is in it waits for the next look.
    const nextLookMs = await adoptSome().catch(() => queueLimits.adoptEveryMs);
    isLooking = false;
    if (nextLookMs === null || signal.aborted) return;
    if (nextLookMs === queueLimits.adoptEveryMs && hasLocks)
      await watchForAll(nextLookMs).catch(() => undefined);
    else lookIn(nextLookMs);
  }

  function lookIn(ms: number, onEnd?: () => void): void {
    const cancel = clock.setTimer(look, ms);
    cancelTimer = () => {
      cancel();
      onEnd?.();
    };
  }

  /** Does nothing if another worker watches already. */
  async function watchForAll(ms: number): Promise<void> {
    await locks?.request(watchLockName, { ifAvailable: true }, (lock) => {
      if (lock === null || signal.aborted) return undefined;
      return new Promise<void>((release) => lookIn(ms, release));
    });
  }

  /** @returns milliseconds to the next look, `null` if there is nobody who may be gone later */
  async function adoptSome(): Promise<number | null> {
    let rowCount = 0;
    for (const owner of await store.owners()) {
      const maxCount = queueLimits.adoptCount - rowCount;
      if (owner === sid || maxCount === 0) continue;
      const adopted = await adoptIfGone(owner, maxCount);
      rowCount += adopted.rowCount;
      // At once: if the next adoption fails, these are here all the same.
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
    // Exclusive, so that it is only granted when neither the page nor the worker of that document lives, and no other worker
    // adopts. For the length of the adoption only, so that a worker that is started again for it waits and then finds the
    // store settled.
    return locks.request(
      documentLockName(from),
      { mode: 'exclusive', ifAvailable: true },
      (lock) =>
        lock === null ? { requestCount: 0, rowCount: 0 } : adopt(Number.POSITIVE_INFINITY),
    );
  }

  signal.addEventListener('abort', () => cancelTimer(), { once: true });
  void look();
  return {
    nudge() {
      if (Math.abs(clock.now() - lastLookMs) >= queueLimits.adoptEveryMs) void look();
    },
  };
}
