import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { ClientContext } from '../../../shared/telemetry/log-batch.ts';
import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import { classifyDatabaseError } from '../../storage/data/classify-database-error.ts';
import type { Batch } from '../batching/batcher.ts';
import type { EncodedEvent } from '../batching/encode-entry.ts';
import { type ClaimDeps, type ClaimNext, createClaim } from './create-claim.ts';
import type { DurableStore, LostRow } from './queue-store.ts';
import { type RequestDraft, requestTo, seqsOfAll } from './stored-rows.ts';

/**
 * The queue that the services use. It loses no event while memory has room: events that the durable
 * store does not accept stay in memory.
 */
export interface LogQueue {
  append(events: EncodedEvent[]): Promise<void>;
  /** Makes requests of batches, all in one transaction. */
  seal(batches: readonly Batch[]): Promise<void>;
  claim: ClaimNext;
  /** Whether everything queued for this document would survive its worker. */
  isDurable(): boolean;
  /** @returns the `seq`s of this document's events in any store; `null` if a store failed */
  held(): Promise<ReadonlySet<number> | null>;
  /**
   * Own events that a worker of this document stored before it died.
   * @returns the events not yet in a batch, and the `seq`s of all; `null` if the durable store
   * failed
   */
  recover(): Promise<{ waiting: EncodedEvent[]; seqs: number[] } | null>;
  /**
   * Removes this document's events from both stores.
   * @returns whether the durable store succeeded
   */
  removeOwn(): Promise<boolean>;
  /**
   * Drops stored events that are too old.
   * @returns how many events were dropped
   */
  dropExpired(): Promise<number>;
  close(): void;
}

export interface LogQueueDeps extends ClaimDeps {
  /** Identifies the client; a batch keeps the context it is made with. */
  readContext(): ClientContext;
  newId(): string;
  /** No store had room for these rows, or they were too old when room was needed. */
  onDropped(rows: readonly LostRow[], reason: 'quota' | 'expired'): void;
}

export function createLogQueue(deps: LogQueueDeps): LogQueue {
  const { sid, readContext, clock, durable, memory, onDropped, onStoreError } = deps;
  /** Events of this document that are not in the durable store. */
  const memoryOnly = new Set<number>();
  /** @returns whether the durable store succeeded; if not, the caller keeps the events in memory */
  async function attempt(job: (store: DurableStore) => Promise<unknown>): Promise<boolean> {
    return durable !== null && (await tryOn(durable, job)) === null;
  }

  /** @returns the error, or `null` */
  async function tryOn(
    store: DurableStore,
    job: (store: DurableStore) => Promise<unknown>,
  ): Promise<DatabaseError | null> {
    try {
      await job(store);
      return null;
    } catch (error) {
      const code = classifyDatabaseError(error);
      onStoreError(code, String(error));
      return code;
    }
  }

  /** A full store makes room by dropping expired rows, once for each write. */
  async function attemptWrite(job: (store: DurableStore) => Promise<unknown>): Promise<boolean> {
    if (durable === null) return false;
    const error = await tryOn(durable, job);
    if (error !== 'QUOTA_EXCEEDED') return error === null;
    return (await dropExpired()) > 0 && attempt(job);
  }

  async function dropExpired(): Promise<number> {
    let expired: LostRow[] = [];
    await attempt(async (store) => {
      expired = await store.removeExpired(sid, clock.now());
    });
    if (expired.length > 0) onDropped(expired, 'expired');
    return expired.reduce((count, { seqs }) => count + seqs.length, 0);
  }

  /** Drops what exceeds memory, the oldest of the lowest tier first. */
  function fitMemory(): void {
    const dropped = memory
      .makeRoom(queueLimits.memoryMaxChars)
      // If only making the request failed, its events are still among the durable arrivals, for the
      // next owner.
      .map((row) => ({ ...row, seqs: row.seqs.filter((seq) => memoryOnly.delete(seq)) }))
      .filter(({ seqs }) => seqs.length > 0);
    if (dropped.length > 0) onDropped(dropped, 'quota');
  }

  return {
    async append(events) {
      const lastSeq = Math.max(...events.map((event) => event.seq));
      const row = { sid, lastSeq, context: readContext(), storedMs: clock.now(), events };
      if (await attemptWrite((store) => store.putArrival(row))) return;
      await memory.putArrival(row);
      for (const event of events) memoryOnly.add(event.seq);
      fitMemory();
    },

    async seal(batches) {
      const drafts = batches.map((batch) => draftOf(batch, deps));
      if (await attemptWrite((store) => store.seal(drafts))) {
        const seqs = seqsOfAll(drafts);
        await memory.trim(sid, seqs);
        for (const seq of seqs) memoryOnly.delete(seq);
      } else {
        await memory.seal(drafts);
      }
    },

    claim: createClaim(deps, attempt, memoryOnly),

    isDurable: () => durable !== null && memoryOnly.size === 0,

    async held() {
      // Read memory first: events that leave it meanwhile are then found in the durable store.
      const seqs = new Set(await memory.seqsOf(sid));
      if (durable === null) return seqs;
      const hasSaid = await attempt(async (store) => {
        for (const seq of await store.seqsOf(sid)) seqs.add(seq);
      });
      return hasSaid ? seqs : null;
    },

    async recover() {
      const waiting: EncodedEvent[] = [];
      const seqs: number[] = [];
      if (durable === null) return { waiting, seqs };
      const hasSaid = await attempt(async (store) => {
        const left = await store.recover(sid, clock.now());
        waiting.push(...left.arrivals.flatMap((row) => row.events));
        const own = left.requests.filter((row) => row.sid === sid);
        seqs.push(...[...waiting, ...own.flatMap((row) => row.events)].map((event) => event.seq));
      });
      return hasSaid ? { waiting, seqs } : null;
    },

    dropExpired,

    async removeOwn() {
      memoryOnly.clear();
      await memory.removeDocument(sid);
      return durable === null || attempt((store) => store.removeDocument(sid));
    },

    close() {
      durable?.close();
      memory.close();
    },
  };
}

function draftOf(
  { endpoint, events }: Batch,
  { sid, readContext, newId, clock }: LogQueueDeps,
): RequestDraft {
  return {
    sid,
    owner: sid,
    ...requestTo(endpoint),
    context: readContext(),
    events,
    clientEventId: newId(),
    timestamp: clock.now(),
  };
}
