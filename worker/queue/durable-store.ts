import { queueLimits } from '../../shared/limits.ts';
import { adoptRows } from './adopt-rows.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { findOwners } from './find-owners.ts';
import type { LogDatabase, LogTransaction } from './log-database.ts';
import { ownerRange } from './owner-range.ts';
import type { DurableStore } from './queue-store.ts';
import {
  type ArrivalRow,
  arrivalRowSchema,
  newRequest,
  type RequestRow,
  requestRowSchema,
} from './stored-rows.ts';
import { trimArrivals } from './trim-arrivals.ts';
import { wholeTransaction } from './whole-transaction.ts';

export interface DurableStoreDeps {
  connection: DatabaseConnection;
  newId(): string;
}

/** The operations on IndexedDB. Which of them happens when, and what happens if one fails, is decided in `log-queue.ts`. */
export function createDurableStore({ connection, newId }: DurableStoreDeps): DurableStore {
  let malformedCount = 0;
  let expiredCount = 0;

  function write<T>(job: (tx: LogTransaction) => Promise<T>): Promise<T> {
    return connection.run((db) => {
      const tx = transactOnBoth(db);
      return wholeTransaction(tx, () => job(tx));
    });
  }

  function parseRequest(value: unknown): RequestRow | null {
    const parsed = requestRowSchema.safeParse(value);
    if (!parsed.success) malformedCount++;
    return parsed.success ? parsed.data : null;
  }

  async function arrivalsIn(tx: LogTransaction, sid: string): Promise<ArrivalRow[]> {
    const rows: ArrivalRow[] = [];
    const store = tx.objectStore('arrivals');
    for (const key of await store.getAllKeys(ownerRange(sid))) {
      const parsed = arrivalRowSchema.safeParse(await store.get(key));
      if (parsed.success) {
        rows.push(parsed.data);
      } else {
        malformedCount++;
        await store.delete(key);
      }
    }
    return rows;
  }

  async function requestsIn(tx: LogTransaction, owner: string): Promise<RequestRow[]> {
    const rows: RequestRow[] = [];
    const store = tx.objectStore('requests');
    for (const id of await store.index('byOwner').getAllKeys(ownerRange(owner))) {
      const row = parseRequest(await store.get(id));
      if (row !== null) rows.push(row);
      else await store.delete(id);
    }
    return rows;
  }

  return {
    get malformedCount() {
      return malformedCount;
    },
    get expiredCount() {
      return expiredCount;
    },

    putArrival: (row) =>
      write(async (tx) => {
        await tx.objectStore('arrivals').put(row);
      }),

    form: (draft) =>
      write(async (tx) => {
        const seqs = new Set(draft.events.map((event) => event.seq));
        await tx.objectStore('requests').add(newRequest(draft));
        await trimArrivals(tx.objectStore('arrivals'), draft.sid, seqs);
      }),

    claim: (owner, nowMs) =>
      write(async (tx) => {
        // 'NEW' sorts before 'QUEUED', and each by time: what was released last comes last.
        let cursor = await tx.objectStore('requests').index('byOwner').openCursor(ownerRange(owner));
        while (cursor !== null) {
          const row = parseRequest(cursor.value);
          if (row === null) {
            await cursor.delete();
          } else if (row.status === 'NEW' || nowMs - row.statusSinceMs > queueLimits.retryExpiryMs) {
            const claimed: RequestRow = {
              ...row,
              status: 'QUEUED',
              statusSinceMs: nowMs,
              sendCount: row.sendCount + 1,
            };
            await cursor.update(claimed);
            return claimed;
          }
          cursor = await cursor.continue();
        }
        return null;
      }),

    release: (row, nowMs) =>
      write(async (tx) => {
        const store = tx.objectStore('requests');
        const stored = await store.get(row.id);
        // Without locks another may have taken it for dead, while this page was frozen.
        if (stored?.owner === row.owner) await store.put({ ...row, status: 'NEW', statusSinceMs: nowMs });
      }),

    remove: (id) => write((tx) => tx.objectStore('requests').delete(id)),

    trim: (sid, seqs) => write((tx) => trimArrivals(tx.objectStore('arrivals'), sid, seqs)),

    recover: (sid, nowMs) =>
      write(async (tx) => {
        const requests = await requestsIn(tx, sid);
        for (const row of requests.filter(({ status }) => status === 'QUEUED')) {
          await tx.objectStore('requests').put({ ...row, status: 'NEW', statusSinceMs: nowMs });
        }
        return { arrivals: await arrivalsIn(tx, sid), requests };
      }),

    owners: () =>
      write(async (tx) => {
        const { owners, removedCount } = await findOwners(tx);
        malformedCount += removedCount;
        return owners;
      }),

    adopt: (adoption) =>
      write(async (tx) => {
        const rows = await adoptRows(tx, adoption, newId);
        malformedCount += rows.malformedCount;
        expiredCount += rows.expiredCount;
        return { requestCount: rows.requestCount, rowCount: rows.rowCount };
      }),

    close: () => connection.close(),
  };
}

/** Strict: the page trusts this copy and forgets its own; relaxed ones were lost when a browser was killed. */
function transactOnBoth(db: LogDatabase): LogTransaction {
  return db.transaction(['arrivals', 'requests'], 'readwrite', { durability: 'strict' });
}
