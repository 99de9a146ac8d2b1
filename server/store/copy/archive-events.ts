import type { Transaction } from 'kysely';
import { archivedRanges, joinRanges, rangesOf } from '../archived-ranges.ts';
import { ArchiveAwayError, type EventArchive, type EventRecord } from '../event-archive.ts';
import { eventsAfter } from '../events-of.ts';
import { ofDocuments } from '../id-day.ts';
import { padded, type SmallSteps } from '../small-steps.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { copyLimits } from './copy-limits.ts';

export interface ArchiveCall {
  archive: EventArchive;
  /** Name of this process among those that copy. Only the one that copies archives. */
  holder: string;
  /** Events that arrived earlier leave; Unix milliseconds. */
  beforeMs: number;
  nowMs: number;
  /** The last row that may leave. */
  upToRow: number;
  /** Whether to look for what has left earlier, as after a start. */
  looksBack: boolean;
}

/**
 * The result of a step of archiving: events have left the store, and more may be due (`isMore`);
 * another process copies; or the archive cannot be read, or lacks what it has confirmed. `lostTo`
 * is the row up to which events have left that the archive lacks now; `null` if it lacks none, or
 * was not asked. `copiedRow` is the last row that is copied.
 */
export type ArchiveStep =
  | { state: 'archived'; count: number; isMore: boolean; lostTo: number | null; copiedRow: number }
  | { state: 'elsewhere' }
  | { state: 'refused'; reason: string };

/**
 * Removes the oldest events from the store, once the archive gives them back exactly as stored. A
 * document keeps the numbers of its archived events as ranges, so that none is stored again. If the
 * archive lacks one, all that are still in the store are copied again.
 */
export async function archiveEvents(
  driver: StoreDriver,
  steps: SmallSteps,
  call: ArchiveCall,
): Promise<ArchiveStep> {
  const { archive, holder, upToRow, looksBack, nowMs } = call;
  const noted = await driver.database.selectFrom('event_copy').selectAll().executeTakeFirst();
  if (noted?.holder !== holder) return { state: 'elsewhere' };
  const { archived_row: from, archived_ms, row: copiedRow } = noted;
  const lastRow = Math.min(copiedRow, upToRow);
  // Mostly nothing is due, which one event tells.
  const [first] = dueOf(await eventsAfter(driver, from, 1), lastRow, call);
  const oldest =
    first === undefined ? [] : await eventsAfter(driver, from, copyLimits.archivedRowsCount);
  const due = dueOf(oldest, lastRow, call);
  const last = due.at(-1);
  try {
    const isKept = from > 0 && archived_ms > nowMs - copyLimits.archivedForMs;
    const isLost =
      looksBack && isKept && (await archive.rowBeforeNewest({ upTo: from, count: 0 })) < from;
    const lostTo = isLost ? from : null;
    if (last === undefined)
      return { state: 'archived', count: 0, isMore: false, lostTo, copiedRow };
    const lacking = await firstLacking(due, archive, from);
    if (lacking !== null) {
      await copyAgain(driver, holder, from);
      return { state: 'refused', reason: `it lacks the event of row ${lacking.row}` };
    }
    const count = await removeInSteps(due, from, { driver, steps, holder });
    if (count === null) return { state: 'elsewhere' };
    const isMore = oldest.length === copyLimits.archivedRowsCount && due.length === oldest.length;
    return { state: 'archived', count, isMore, lostTo, copiedRow };
  } catch (error) {
    if (!(error instanceof ArchiveAwayError)) throw error;
    return { state: 'refused', reason: error.message };
  }
}

/** @returns the first events up to a row that are old enough */
function dueOf(
  oldest: readonly EventRecord[],
  lastRow: number,
  { beforeMs, nowMs }: ArchiveCall,
): readonly EventRecord[] {
  const end = oldest.findIndex(
    ({ row, received_ms }) =>
      row > lastRow ||
      // A time in the future comes from a wrong clock, and must not keep all later events.
      (received_ms >= beforeMs && received_ms <= nowMs),
  );
  return end === -1 ? oldest : oldest.slice(0, end);
}

/**
 * @param from row after which the events are
 * @returns the first event that the archive lacks; `null` if it has all. It may have more than the
 *   store: rows of events that a store lost when it was restored
 */
async function firstLacking(
  stored: readonly EventRecord[],
  archive: EventArchive,
  from: number,
): Promise<EventRecord | null> {
  const lacking = new Map(stored.map((event) => [event.row, event]));
  const upTo = stored.at(-1)?.row ?? from;
  for (let row = from; ; ) {
    const part = await archive.after({ row, upTo, limit: copyLimits.archivedRowsCount });
    for (const event of part) {
      const own = lacking.get(event.row);
      if (own !== undefined && isSame(own, event)) lacking.delete(event.row);
    }
    if (part.length < copyLimits.archivedRowsCount) break;
    row = part.at(-1)?.row ?? upTo;
  }
  const [first = null] = lacking.values();
  return first;
}

function isSame(stored: EventRecord, archived: EventRecord): boolean {
  return (
    stored.sid === archived.sid &&
    stored.seq === archived.seq &&
    stored.name === archived.name &&
    stored.endpoint === archived.endpoint &&
    stored.event_time_ms === archived.event_time_ms &&
    stored.received_ms === archived.received_ms &&
    stored.client_event_id === archived.client_event_id &&
    stored.context === archived.context &&
    stored.payload === archived.payload
  );
}

async function copyAgain(driver: StoreDriver, holder: string, row: number): Promise<void> {
  await driver.transaction((within) =>
    within.updateTable('event_copy').set({ row }).where('holder', '=', holder).execute(),
  );
}

interface Removal {
  driver: StoreDriver;
  steps: SmallSteps;
  holder: string;
}

/** @returns the number of removed events; `null` if another process archives */
async function removeInSteps(
  due: readonly EventRecord[],
  after: number,
  { driver, steps, holder }: Removal,
): Promise<number | null> {
  let [count, from, index] = [0, after, 0];
  while (index < due.length) {
    const { taken, removed } = await steps.run(async (within, rows) => {
      const events = due.slice(index, index + rows);
      return {
        taken: events,
        removed: await remove(within, events, { driver, holder, from }),
      };
    });
    if (removed === null) return null;
    count += removed;
    index += taken.length;
    from = taken.at(-1)?.row ?? from;
  }
  return count;
}

async function remove(
  within: Transaction<StoreTables>,
  events: readonly EventRecord[],
  { driver, holder, from }: { driver: StoreDriver; holder: string; from: number },
): Promise<number | null> {
  const last = events.at(-1);
  if (last === undefined) return 0;
  // Locks the position first: a process that was thought dead may have begun the same step.
  const held = await within
    .updateTable('event_copy')
    .set({ archived_row: last.row, archived_ms: last.received_ms })
    .where('holder', '=', holder)
    .where('archived_row', '=', from)
    .where('row', '>=', last.row)
    .returning('archived_row')
    .executeTakeFirst();
  if (held === undefined) return null;
  const kept = await noteRanges(within, events, driver);
  const { numDeletedRows } = await within
    .deleteFrom('events')
    .where('row', '>', from)
    .where('row', '<=', last.row)
    .$if(kept.length > 0, (query) => query.where('sid', 'not in', padded(kept)))
    .executeTakeFirstOrThrow();
  const count = Number(numDeletedRows);
  await within
    .updateTable('event_copy')
    .set((value) => ({ archived_count: value('archived_count', '+', count) }))
    .execute();
  return count;
}

/**
 * Adds the numbers of events to the ranges of their documents, in the order in which batches lock
 * them.
 * @returns the documents whose events stay: their numbers have too many gaps
 */
async function noteRanges(
  within: Transaction<StoreTables>,
  events: readonly EventRecord[],
  driver: StoreDriver,
): Promise<string[]> {
  const seqs = Map.groupBy(events, ({ sid }) => sid);
  const clients = await within
    .selectFrom('clients')
    .select(['sid', 'archived'])
    .where(ofDocuments('clients', padded([...seqs.keys()]), driver))
    .execute();
  const kept: string[] = [];
  for (const { sid, archived } of clients.sort((a, b) => (a.sid < b.sid ? -1 : 1))) {
    const added = rangesOf((seqs.get(sid) ?? []).map(({ seq }) => seq));
    const ranges = joinRanges([...archivedRanges(archived), ...added]);
    if (ranges.length > copyLimits.archivedRangesCount) kept.push(sid);
    else
      await within
        .updateTable('clients')
        .set({ archived: JSON.stringify(ranges) })
        .where(ofDocuments('clients', [sid], driver))
        .execute();
  }
  return kept;
}
