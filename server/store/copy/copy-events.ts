import type { EventRecord } from '../event-archive.ts';
import { eventsAfter } from '../events-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import { copyLimits } from './copy-limits.ts';

/** Gets copies of a store's events. Its methods throw a `CopyRefusedError` while it is away. */
export interface CopyPlace {
  /** @returns the last row that it has; 0 if it has none */
  copiedRow(): Promise<number>;
  /** Adds events, or replaces them if it has them already. */
  insert(events: readonly EventRecord[]): Promise<void>;
}

export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

export interface CopyCall {
  place: CopyPlace;
  /** Name of this process among those that copy. */
  holder: string;
  /** Row after which this process continues; `null` after a start, or after a failure. */
  fromRow: number | null;
}

/**
 * The result of a step of copying: it copied events, of which more may be waiting (`isMore`), left
 * them to another process, or failed.
 */
export type CopyStep =
  | { state: 'copied'; count: number; row: number; isMore: boolean }
  | { state: 'elsewhere' }
  | { state: 'refused'; reason: string; oldestMs: number | null };

/**
 * Copies the oldest events that wait. One process does so at a time; if it stops, another continues
 * after `copyLimits.leaseMs`. The store notes the last row that the place has confirmed. After a
 * start or a failure the place is asked too, and the earlier row counts: either of them may have
 * been restored from a backup. So an event may be copied twice, but none is left out.
 */
export async function copyEvents(driver: StoreDriver, call: CopyCall): Promise<CopyStep> {
  const { holder, fromRow, place } = call;
  const nowMs = (await driver.clockMs?.()) ?? Date.now();
  const noted = await driver.database.selectFrom('event_copy').selectAll().executeTakeFirst();
  const isMine = noted?.holder === holder;
  if (noted !== undefined && !isMine && isReserved(noted.until_ms, nowMs))
    return { state: 'elsewhere' };
  if (noted !== undefined && fromRow !== null && (!isMine || noted.row === fromRow)) {
    const [waiting] = await eventsAfter(driver, noted.row, 1);
    if (waiting === undefined) return isMine ? copied({ row: noted.row }) : { state: 'elsewhere' };
  }
  const heldRow = await hold(driver, holder, nowMs);
  if (heldRow === null) return { state: 'elsewhere' };
  try {
    const isContinued = isMine && heldRow === fromRow;
    const row = isContinued ? heldRow : Math.min(heldRow, await place.copiedRow());
    const { events, isMore } = await readEvents(driver, row);
    const newest = events.at(-1);
    if (newest === undefined) return copied({ row: heldRow });
    await place.insert(events);
    await noteRow(driver, { holder, heldRow, row: newest.row });
    return copied({ count: events.length, row: newest.row, isMore });
  } catch (error) {
    // Another process may have more luck, for example with another network.
    await releaseCopy(driver, holder);
    if (!(error instanceof CopyRefusedError)) throw error;
    const [oldest] = await eventsAfter(driver, heldRow, 1);
    return { state: 'refused', reason: error.message, oldestMs: oldest?.received_ms ?? null };
  }
}

function copied({
  row,
  count = 0,
  isMore = false,
}: {
  row: number;
  count?: number;
  isMore?: boolean;
}): CopyStep {
  return { state: 'copied', count, row, isMore };
}

/** A clock that was ahead must not reserve the copy for days. */
function isReserved(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + copyLimits.leaseMs;
}

/** Reads events up to the limits of one insert, in parts, so that other work comes in between. */
async function readEvents(driver: StoreDriver, afterRow: number) {
  const events: EventRecord[] = [];
  let bytes = 0;
  let isMore = true;
  while (isMore && events.length < copyLimits.rowsCount && bytes < copyLimits.bytes) {
    const after = events.at(-1)?.row ?? afterRow;
    const part = await eventsAfter(driver, after, copyLimits.readRowsCount);
    events.push(...part);
    bytes += part.reduce((sum, { context, payload }) => sum + context.length + payload.length, 0);
    isMore = part.length === copyLimits.readRowsCount;
  }
  return { events, isMore };
}

/** @returns the noted row; `null` while another process copies */
async function hold(driver: StoreDriver, holder: string, nowMs: number): Promise<number | null> {
  const held = await driver.transaction((within) =>
    within
      .insertInto('event_copy')
      .values({ id: 1, row: 0, holder, until_ms: nowMs + copyLimits.leaseMs })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ holder, until_ms: nowMs + copyLimits.leaseMs })
          .where(({ or, eb }) =>
            or([
              eb('event_copy.holder', '=', holder),
              eb('event_copy.until_ms', '<=', nowMs),
              eb('event_copy.until_ms', '>', nowMs + copyLimits.leaseMs),
            ]),
          ),
      )
      .returning('row')
      .executeTakeFirst(),
  );
  return held?.row ?? null;
}

interface Noted {
  holder: string;
  /** The noted row as this step found it. */
  heldRow: number;
  row: number;
}

/** Archiving may have set the row back meanwhile, because the place lacks events: then it stays. */
async function noteRow(
  { transaction }: StoreDriver,
  { holder, heldRow, row }: Noted,
): Promise<void> {
  await transaction((within) =>
    within
      .updateTable('event_copy')
      .set({ row })
      .where('holder', '=', holder)
      .where('row', '=', heldRow)
      .execute(),
  );
}

/** Lets another process copy at once. */
export async function releaseCopy({ transaction }: StoreDriver, holder: string): Promise<void> {
  await transaction((within) =>
    within.updateTable('event_copy').set({ until_ms: 0 }).where('holder', '=', holder).execute(),
  );
}
