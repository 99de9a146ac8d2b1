import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import { err, ok, type Result } from '../../../shared/tools/result.ts';
import { classifyDatabaseError } from '../../storage/data/classify-database-error.ts';
import type { MemoryStore } from './memory-store.ts';
import type { DurableStore, QueueStore } from './queue-store.ts';
import type { RequestRow } from './stored-rows.ts';

/** A request in flight, leased to this worker. */
export interface Claim {
  request: RequestRow;
  isExpired: boolean;
  /**
   * The request was delivered or dropped.
   * @returns whether the store succeeded; if not, the request stays in flight and is claimed again
   * after `queueLimits.retryExpiryMs`
   */
  remove(): Promise<boolean>;
  /**
   * The request was not delivered: it becomes NEW again, behind all others.
   * @returns as `remove`
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
  /** The durable store failed; the events are safe in memory. */
  onStoreError(code: DatabaseError, message: string): void;
}

/**
 * Leases the requests of both stores, one at a time.
 * @param attempt uses the durable store, and returns whether it succeeded
 * @param memoryOnly events of this document that are not in the durable store; delivered ones are
 * removed
 * @returns `LogQueue.claim`
 */
export function createClaim(
  { sid, clock, durable, memory, onStoreError }: ClaimDeps,
  attempt: (job: (store: DurableStore) => Promise<unknown>) => Promise<boolean>,
  memoryOnly: Set<number>,
): () => Promise<Result<Claim | null, 'STORE_FAILED'>> {
  /**
   * The stores take turns: a request of one store that always fails must not block the other
   * store's requests.
   */
  let isMemoryNext = false;

  function asClaim(request: RequestRow, store: QueueStore): Claim {
    return {
      request,
      // This document's own events cannot be older than it is, whatever the clock says.
      isExpired: request.sid !== sid && clock.now() - request.timestamp > queueLimits.expiryMs,
      async remove() {
        if (store !== durable) {
          await store.remove(request);
          const seqs = new Set(request.events.map((event) => event.seq));
          // If only making the request failed, its events may still be among the durable arrivals.
          await attempt((store) => store.trim(request.sid, seqs));
          for (const seq of seqs) memoryOnly.delete(seq);
          return true;
        }
        // If this fails, the request is sent again, and the intake deduplicates its events by
        // `seq`.
        return attempt((store) => store.remove(request));
      },
      async release(change) {
        const row = { ...request, ...change };
        isMemoryNext = store === durable;
        if (store === durable) return attempt((store) => store.release(row, clock.now()));
        await store.release(row, clock.now());
        return true;
      },
    };
  }

  return async () => {
    let hasFailed = false;
    const stores = isMemoryNext ? [memory, durable] : [durable, memory];
    for (const store of stores) {
      const row = await store?.claim(sid, clock.now()).catch((error: unknown) => {
        hasFailed = true;
        onStoreError(classifyDatabaseError(error), String(error));
      });
      if (row && store) return ok(asClaim(row, store));
    }
    return hasFailed ? err('STORE_FAILED', 'the store did not say what is left to send') : ok(null);
  };
}
