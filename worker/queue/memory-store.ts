import { queueLimits } from '../../shared/limits.ts';
import type { QueueStore } from './queue-store.ts';
import { type ArrivalRow, newRequest, type RequestRow } from './stored-rows.ts';

/** The queue's storage where there is no other. Lives as long as its worker. */
export function createMemoryStore(): QueueStore {
  let arrivals: ArrivalRow[] = [];
  const requests = new Map<number, RequestRow>();
  let lastId = 0;

  function trim(sid: string, seqs: ReadonlySet<number>): void {
    arrivals = arrivals
      .map((row) =>
        row.sid === sid ? { ...row, events: row.events.filter((event) => !seqs.has(event.seq)) } : row,
      )
      .filter((row) => row.events.length > 0);
  }

  return {
    async putArrival(row) {
      arrivals.push(row);
    },
    async form(draft) {
      const id = ++lastId;
      requests.set(id, { ...newRequest(draft), id });
      trim(draft.sid, new Set(draft.events.map((event) => event.seq)));
    },
    async claim(owner, nowMs) {
      for (const row of requests.values()) {
        if (
          row.owner !== owner ||
          (row.status === 'QUEUED' && nowMs - row.statusSinceMs <= queueLimits.retryExpiryMs)
        )
          continue;
        const claimed: RequestRow = {
          ...row,
          status: 'QUEUED',
          statusSinceMs: nowMs,
          sendCount: row.sendCount + 1,
        };
        requests.set(row.id, claimed);
        return claimed;
      }
      return null;
    },
    async release(row, nowMs) {
      // A map keeps the order of insertion, and claims follow it.
      requests.delete(row.id);
      requests.set(row.id, { ...row, status: 'NEW', statusSinceMs: nowMs });
    },
    async remove(id) {
      requests.delete(id);
    },
    async trim(sid, seqs) {
      trim(sid, seqs);
    },
    close() {
      // Nothing is held open.
    },
  };
}
