import type { LostRow, QueueStore } from './queue-store.ts';
import { type ArrivalRow, isLeftInFlight, newRequest, type RequestRow } from './stored-rows.ts';

/** A store with limited room. */
export interface MemoryStore extends QueueStore {
  /**
   * Drops waiting requests, the oldest of the lowest tier first, until at most `maxChars`
   * characters are left.
   */
  makeRoom(maxChars: number): LostRow[];
}

/** The queue's storage in memory. It lives as long as its worker. */
export function createMemoryStore(): MemoryStore {
  let arrivals: ArrivalRow[] = [];
  const requests = new Map<number, RequestRow>();
  let lastId = 0;

  function trim(sid: string, seqs: ReadonlySet<number>): void {
    arrivals = arrivals
      .map((row) =>
        row.sid === sid
          ? { ...row, events: row.events.filter((event) => !seqs.has(event.seq)) }
          : row,
      )
      .filter((row) => row.events.length > 0);
  }

  return {
    async putArrival(row) {
      arrivals.push(row);
    },
    async seal(drafts) {
      for (const draft of drafts) {
        const id = ++lastId;
        requests.set(id, { ...newRequest(draft), id });
        trim(draft.sid, new Set(draft.events.map((event) => event.seq)));
      }
    },
    async claim(owner, nowMs) {
      for (const row of requests.values()) {
        if (row.owner !== owner || (row.status === 'QUEUED' && !isLeftInFlight(row, nowMs)))
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
      // A map keeps insertion order, and claims follow it.
      requests.delete(row.id);
      requests.set(row.id, { ...row, status: 'NEW', statusSinceMs: nowMs });
    },
    async remove(row) {
      requests.delete(row.id);
    },
    async seqsOf(sid) {
      const own = [...arrivals, ...requests.values()].filter((row) => row.sid === sid);
      return own.flatMap((row) => row.events.map((event) => event.seq));
    },
    async removeDocument(sid) {
      arrivals = arrivals.filter((row) => row.sid !== sid);
      for (const row of [...requests.values()]) if (row.sid === sid) requests.delete(row.id);
    },
    async trim(sid, seqs) {
      trim(sid, seqs);
    },
    makeRoom(maxChars) {
      let chars = sumOf([...arrivals, ...requests.values()].map(charCount));
      // Arrivals are batched soon, and can be dropped then.
      const candidates = [...requests.values()]
        .filter(({ status }) => status === 'NEW')
        .sort((a, b) => highestTier(a) - highestTier(b) || a.timestamp - b.timestamp);
      const lost: LostRow[] = [];
      for (const row of candidates) {
        if (chars <= maxChars) break;
        requests.delete(row.id);
        chars -= charCount(row);
        lost.push({
          sid: row.sid,
          seqs: row.events.map((event) => event.seq),
          sendCount: row.sendCount,
        });
      }
      return lost;
    },
    close() {
      // Nothing is held open.
    },
  };
}

function charCount({ events }: ArrivalRow | RequestRow): number {
  return sumOf(events.map((event) => event.json.length));
}

function highestTier({ events }: RequestRow): number {
  return Math.max(...events.map((event) => event.tier));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
