import type { Clock } from '../../shared/clock.ts';
import { documentLockName } from '../../shared/document-lock.ts';
import { queueLimits } from '../../shared/limits.ts';
import type { DurableStore } from './queue-store.ts';
import { drainerLockName, holdLock } from './web-lock.ts';

/** Takes up the events of documents that are gone. One worker of the origin does it at a time. */
export interface Drainer {
  /** Something was sent, so the worker is awake anyway: looks again, if the last look is long enough ago. */
  nudge(): void;
}

export interface DrainerDeps {
  sid: string;
  store: DurableStore;
  locks: LockManager | null;
  /** Whether this document's own lock is held. If not there are no locks here, and only rows' age tells who is gone. */
  hasLocks: boolean;
  clock: Clock;
  /** There are new requests to send. */
  onAdopted(): void;
  signal: AbortSignal;
}

export function startDrainer({
  sid,
  store,
  locks,
  hasLocks,
  clock,
  onAdopted,
  signal,
}: DrainerDeps): Drainer {
  let isDrainer = !hasLocks;
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let cancelTimer = () => {};

  async function look(): Promise<void> {
    if (!isDrainer || signal.aborted) return;
    lastLookMs = clock.now();
    cancelTimer();
    let adoptedCount = 0;
    try {
      for (const owner of await store.owners()) {
        if (owner !== sid) adoptedCount += await adoptIfGone(owner);
      }
      // Others that live now may be gone later. With nobody else in the store there is no timer at all.
      const othersRemain = (await store.owners()).some((owner) => owner !== sid);
      if (othersRemain && !signal.aborted) cancelTimer = clock.setTimer(look, queueLimits.adoptEveryMs);
    } catch {
      // The store is not to be had just now; what is in it waits for the next look, here or in another page.
    }
    if (adoptedCount > 0 && !signal.aborted) onAdopted();
  }

  async function adoptIfGone(owner: string): Promise<number> {
    if (!hasLocks || locks === null)
      return store.adopt(owner, sid, clock.now() - queueLimits.retryExpiryMs, clock.now());
    // Exclusive, so that it is only granted when neither the page nor the worker of that document lives, and for the
    // length of the adoption only, so that a worker that is started again for it waits and then finds the store settled.
    return locks.request(documentLockName(owner), { mode: 'exclusive', ifAvailable: true }, (lock) =>
      lock === null ? 0 : store.adopt(owner, sid, Number.POSITIVE_INFINITY, clock.now()),
    );
  }

  async function start(): Promise<void> {
    if (hasLocks) isDrainer = await holdLock({ locks, name: drainerLockName, mode: 'exclusive', signal });
    await look();
  }

  signal.addEventListener('abort', () => cancelTimer(), { once: true });
  void start();
  return {
    nudge() {
      if (clock.now() - lastLookMs >= queueLimits.adoptEveryMs) void look();
    },
  };
}
