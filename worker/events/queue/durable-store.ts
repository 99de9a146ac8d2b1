import type { DatabaseConnection } from '../../storage/data/database-connection.ts';
import type { LogDatabase, LogTransaction } from './log-database-schema.ts';
import { ownerRange } from './owner-range.ts';
import type { DurableStore, LostRow } from './queue-store.ts';
import { type OnRemoved, parseRequest, readArrivals, readRequests } from './read-rows.ts';
import {
  isExpiredAt,
  isLeftInFlight,
  newRequest,
  type RequestRow,
  seqsOfAll,
} from './stored-rows.ts';
import { trimArrivals } from './trim-arrivals.ts';
import { writeBoth } from './write-both.ts';

export interface DurableStoreDeps {
  connection: DatabaseConnection<LogDatabase>;
  onRemoved: OnRemoved;
}

/** The operations on IndexedDB. `log-queue.ts` decides when each is used, and handles failures. */
export function createDurableStore({ connection, onRemoved }: DurableStoreDeps): DurableStore {
  const write = <T>(job: (tx: LogTransaction) => Promise<T>) => writeBoth(connection, job);

  return {
    putArrival: (row) =>
      write(async (tx) => {
        // `add` never overwrites: after a failed recovery, the rest of a row may return under the
        // same last `seq`.
        await tx.objectStore('arrivals').add(row);
      }),

    seal: (drafts) =>
      write(async (tx) => {
        for (const draft of drafts) await tx.objectStore('requests').add(newRequest(draft));
        const [first] = drafts;
        if (first) await trimArrivals(tx.objectStore('arrivals'), first.sid, seqsOfAll(drafts));
      }),

    lease: (owner, nowMs, maxCount, removed) =>
      write(async (tx) => {
        const store = tx.objectStore('requests');
        for (const row of removed) {
          const stored = await store.get(row.id);
          if (stored !== undefined && isSame(stored, row)) await store.delete(row.id);
        }
        const leased: RequestRow[] = [];
        // `NEW` sorts before `QUEUED`, and each by time: the last released comes last.
        let cursor = await store.index('byOwner').openCursor(ownerRange(owner));
        while (cursor !== null && leased.length < maxCount) {
          const row = parseRequest(cursor.value, onRemoved);
          if (row === null) await cursor.delete();
          else if (row.status === 'NEW' || isLeftInFlight(row, nowMs))
            leased.push(leaseOf(row, nowMs));
          cursor = await cursor.continue();
        }
        // Only now: the cursor would meet them again.
        for (const row of leased) await store.put(row);
        return leased;
      }),

    release: (row, nowMs) =>
      write(async (tx) => {
        const store = tx.objectStore('requests');
        const stored = await store.get(row.id);
        const released: RequestRow = { ...row, status: 'NEW', statusSinceMs: nowMs };
        // A missing row is stored again, because the store may have been cleared. If it was
        // delivered, the intake deduplicates its events.
        if (stored === undefined) await store.put(released);
        else if (!isSame(stored, row)) await store.add(withoutId(released));
        // Without locks, another worker may have adopted the row while this page was frozen.
        else if (stored.owner === row.owner) await store.put(released);
      }),

    trim: (sid, seqs) => write((tx) => trimArrivals(tx.objectStore('arrivals'), sid, seqs)),

    seqsOf: (sid) =>
      write(async (tx) => {
        const requests = (await readRequests(tx, sid, onRemoved)).filter((row) => row.sid === sid);
        const rows = [...(await readArrivals(tx, sid, onRemoved)), ...requests];
        return rows.flatMap((row) => row.events.map((event) => event.seq));
      }),

    removeDocument: (sid) =>
      write(async (tx) => {
        await tx.objectStore('arrivals').delete(ownerRange(sid));
        // Requests that it adopted belong to other documents.
        for (const row of await readRequests(tx, sid, onRemoved))
          if (row.sid === sid) await tx.objectStore('requests').delete(row.id);
      }),

    recover: (sid, nowMs) =>
      write(async (tx) => {
        const requests = await readRequests(tx, sid, onRemoved);
        for (const row of requests.filter(({ status }) => status === 'QUEUED')) {
          await tx.objectStore('requests').put({
            ...row,
            status: 'NEW',
            statusSinceMs: nowMs,
            isDoubtful: true,
          });
        }
        return { arrivals: await readArrivals(tx, sid, onRemoved), requests };
      }),

    removeExpired: (owner, nowMs) =>
      write(async (tx) => {
        const lost: LostRow[] = [];
        const requests = await readRequests(tx, owner, onRemoved);
        for (const { id, sid, status, timestamp, sendCount, events } of requests) {
          // A request in flight is accounted for by its sender.
          if (status !== 'NEW' || !isExpiredAt(timestamp, nowMs)) continue;
          // An owner's own rows cannot be older than its page, whatever the clock says.
          if (sid === owner) continue;
          await tx.objectStore('requests').delete(id);
          lost.push({ sid, seqs: events.map((event) => event.seq), sendCount });
        }
        return lost;
      }),

    close: () => connection.close(),
  };
}

function leaseOf(row: RequestRow, nowMs: number): RequestRow {
  return {
    ...row,
    // A previous owner may already have sent it.
    isDoubtful: row.isDoubtful === true || row.status === 'QUEUED',
    status: 'QUEUED',
    statusSinceMs: nowMs,
    sendCount: row.sendCount + 1,
  };
}

/** A store that was cleared and created again gives the same ids to other requests. */
function isSame(stored: Pick<RequestRow, 'clientEventId'>, row: RequestRow): boolean {
  return stored.clientEventId === row.clientEventId;
}

function withoutId({ id: _, ...row }: RequestRow): Omit<RequestRow, 'id'> {
  return row;
}
