import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { classifyDatabaseError } from '../../storage/data/classify-database-error.ts';
import { createLeases } from './create-leases.ts';
import type { MemoryStore } from './memory-store.ts';
import type { DurableStore } from './queue-store.ts';
import type { RequestRow } from './stored-rows.ts';

/** A request in flight, leased to this worker. */
export interface Claim {
  request: RequestRow;
  isExpired: boolean;
  /** The request was delivered or dropped. It leaves the durable store with the next claim. */
  remove(): Promise<void>;
  /**
   * The request was not delivered: it becomes NEW again, behind all others.
   * @returns whether the store succeeded; if not, the request stays in flight and is claimed again
   * after `queueLimits.retryExpiryMs`
   */
  release(
    change: Partial<Pick<RequestRow, 'options' | 'sendCount' | 'rejectionCount' | 'isDoubtful'>>,
  ): Promise<boolean>;
}

export interface ClaimDeps {
  sid: string;
  clock: Clock;
  /** `null` where the browser denies storage. */
  durable: DurableStore | null;
  memory: MemoryStore;
  /** Whether other documents know by a lock that this one is alive, not only by its rows. */
  hasLocks: boolean;
  /** The durable store failed; the events are safe in memory. */
  onStoreError(code: DatabaseError, message: string): void;
}

/**
 * The next request to send; `null` if there is none; `STORE_FAILED` if the durable store failed and
 * may hold one.
 */
export type ClaimNext = () => Promise<Result<Claim | null, 'STORE_FAILED'>>;

/**
 * Leases the requests of both stores, one at a time.
 * @param attempt uses the durable store, and returns whether it succeeded
 * @param memoryOnly events of this document that are not in the durable store; delivered ones are
 * removed
 */
export function createClaim(
  { sid, clock, durable, memory, hasLocks, onStoreError }: ClaimDeps,
  attempt: (job: (store: DurableStore) => Promise<unknown>) => Promise<boolean>,
  memoryOnly: Set<number>,
): ClaimNext {
  const leases =
    durable === null ? null : createLeases(durable, hasLocks ? queueLimits.groupCount : 1);
  /**
   * The stores take turns: a request of one store that always fails must not block the other
   * store's requests.
   */
  let isMemoryNext = false;

  function asClaim(request: RequestRow, isDurable: boolean): Claim {
    return {
      request,
      // This document's own events cannot be older than it is, whatever the clock says.
      isExpired: request.sid !== sid && clock.now() - request.timestamp > queueLimits.expiryMs,
      async remove() {
        if (isDurable) return leases?.remove(request);
        await memory.remove(request);
        const seqs = new Set(request.events.map((event) => event.seq));
        // If only making the request failed, its events may still be among the durable arrivals.
        await attempt((store) => store.trim(request.sid, seqs));
        for (const seq of seqs) memoryOnly.delete(seq);
      },
      async release(change) {
        const row = { ...request, ...change };
        isMemoryNext = isDurable;
        if (isDurable) return attempt((store) => store.release(row, clock.now()));
        await memory.release(row, clock.now());
        return true;
      },
    };
  }

  return async () => {
    let hasFailed = false;
    const stores = isMemoryNext ? [memory, leases] : [leases, memory];
    for (const store of stores) {
      const row = await store?.claim(sid, clock.now()).catch((error: unknown) => {
        hasFailed = true;
        onStoreError(classifyDatabaseError(error), String(error));
      });
      if (row) return ok(asClaim(row, store === leases));
    }
    return hasFailed ? err('STORE_FAILED', 'the store did not say what is left to send') : ok(null);
  };
}
