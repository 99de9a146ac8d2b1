import { parseAs } from '../../../shared/tools/shape.ts';
import type { LogTransaction } from './log-database-schema.ts';
import { ownerRange } from './owner-range.ts';
import type { Adopted, Adoption } from './queue-store.ts';
import { requestDrafts } from './request-drafts.ts';
import { arrivalRowShape } from './shapes/arrival-row.ts';
import { requestRowShape } from './shapes/request-row.ts';
import { type ArrivalRow, isExpiredAt, newRequest, type RequestRow } from './stored-rows.ts';

export interface AdoptedRows extends Adopted {
  malformedCount: number;
  expiredCount: number;
}

/**
 * Adopts the requests first, in the order of their turns, then the arrivals, up to `maxCount` rows.
 */
export async function adoptRows(
  tx: LogTransaction,
  { from, to, untilMs, nowMs, maxCount }: Adoption,
  newId: () => string,
): Promise<AdoptedRows> {
  const adopted: AdoptedRows = { requestCount: 0, rowCount: 0, malformedCount: 0, expiredCount: 0 };
  const isExpired = (ms: unknown) => isExpiredAt(ms, nowMs);
  // One millisecond apart to keep their order: the last request to fail stays last with the new
  // owner.
  const nextTurnMs = () => nowMs + adopted.requestCount++;

  /**
   * An owner that touched one row lately will return to the others: its requests take turns, with a
   * pause between two attempts.
   */
  async function isAlive(): Promise<boolean> {
    if (untilMs === Number.POSITIVE_INFINITY) return false;
    const arrivals = await tx.objectStore('arrivals').getAll(ownerRange(from));
    const timesMs = arrivals.map((row) => row.storedMs);
    let cursor = await tx.objectStore('requests').index('byOwner').openKeyCursor(ownerRange(from));
    while (cursor !== null) {
      timesMs.push(cursor.key[2]);
      cursor = await cursor.continue();
    }
    // Compare both ways: a row in the future is from before the clock was set back.
    return timesMs.some((ms) => Math.abs(nowMs - ms) < nowMs - untilMs);
  }

  async function adoptRequests(): Promise<void> {
    const store = tx.objectStore('requests');
    let cursor = await store.index('byOwner').openKeyCursor(ownerRange(from));
    while (cursor !== null && adopted.rowCount < maxCount) {
      await adoptRequest(cursor.primaryKey);
      cursor = await cursor.continue();
    }
  }

  async function adoptRequest(id: number): Promise<void> {
    const store = tx.objectStore('requests');
    const value = await store.get(id);
    adopted.rowCount++;
    if (isExpired(value?.timestamp)) {
      adopted.expiredCount++;
      await store.delete(id);
      return;
    }
    const parsed = parseAs(requestRowShape, value);
    if (parsed.success) {
      const row: RequestRow = {
        ...parsed.data,
        owner: to,
        status: 'NEW',
        statusSinceMs: nextTurnMs(),
        // It was in flight, or left by beacon.
        isDoubtful: true,
      };
      await store.put(row);
    } else {
      adopted.malformedCount++;
      await store.delete(id);
    }
  }

  async function takeArrivals(): Promise<ArrivalRow[]> {
    const store = tx.objectStore('arrivals');
    const rows: ArrivalRow[] = [];
    for (const key of await store.getAllKeys(ownerRange(from))) {
      if (adopted.rowCount >= maxCount) break;
      const value = await store.get(key);
      const parsed = isExpired(value?.storedMs) ? null : parseAs(arrivalRowShape, value);
      adopted.rowCount++;
      await store.delete(key);
      if (parsed === null) adopted.expiredCount++;
      else if (parsed.success) rows.push(parsed.data);
      else adopted.malformedCount++;
    }
    return rows;
  }

  if (await isAlive()) return adopted;
  await adoptRequests();
  for (const draft of requestDrafts(await takeArrivals(), to, newId)) {
    await tx.objectStore('requests').add({ ...newRequest(draft), statusSinceMs: nextTurnMs() });
  }
  return adopted;
}
