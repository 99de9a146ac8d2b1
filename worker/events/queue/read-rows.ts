import { parseAs } from '../../../shared/tools/shape.ts';
import type { LogTransaction } from './log-database-schema.ts';
import { ownerRange } from './owner-range.ts';
import { arrivalRowShape } from './shapes/arrival-row.ts';
import { requestRowShape } from './shapes/request-row.ts';
import type { ArrivalRow, RequestRow } from './stored-rows.ts';

export type RemovalReason = 'expired' | 'malformed';

/** Rows were removed because they were too old or malformed. */
export type OnRemoved = (reason: RemovalReason, rowCount: number) => void;

/** @returns `null` for a malformed row, which the caller removes */
export function parseRequest(value: unknown, onRemoved: OnRemoved): RequestRow | null {
  const parsed = parseAs(requestRowShape, value);
  if (!parsed.success) onRemoved('malformed', 1);
  return parsed.success ? parsed.data : null;
}

/** Reads a document's arrivals, and removes malformed ones. */
export async function readArrivals(
  tx: LogTransaction,
  sid: string,
  onRemoved: OnRemoved,
): Promise<ArrivalRow[]> {
  const rows: ArrivalRow[] = [];
  const store = tx.objectStore('arrivals');
  for (const key of await store.getAllKeys(ownerRange(sid))) {
    const parsed = parseAs(arrivalRowShape, await store.get(key));
    if (parsed.success) {
      rows.push(parsed.data);
    } else {
      onRemoved('malformed', 1);
      await store.delete(key);
    }
  }
  return rows;
}

/** Reads an owner's requests, and removes malformed ones. */
export async function readRequests(
  tx: LogTransaction,
  owner: string,
  onRemoved: OnRemoved,
): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  const store = tx.objectStore('requests');
  for (const id of await store.index('byOwner').getAllKeys(ownerRange(owner))) {
    const row = parseRequest(await store.get(id), onRemoved);
    if (row !== null) rows.push(row);
    else await store.delete(id);
  }
  return rows;
}
