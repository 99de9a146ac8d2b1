import { sql, type Transaction } from 'kysely';
import { dayOf } from '../day-of.ts';
import { noteTimes } from '../expired.ts';
import type { DroppingRun, StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { addToTotals } from '../totals.ts';
import {
  beginMaintenance,
  documentTables,
  lockTables,
  otherName,
  partitionDays,
  partitionName,
  writtenColumns,
} from './partitions.ts';

/** Counts of the expired documents of a day. */
interface ExpiredDay {
  documents: number;
  events: number;
  rejections: number;
  missing: number;
  playbacks: number;
  /** Earliest and latest time of last receipt; `null` if no document has expired. */
  from_ms: number | null;
  to_ms: number | null;
}

type Deps = Pick<StoreDriver, 'database' | 'transaction' | 'writer'>;

/**
 * Drops the partitions of `clients`, `documents` and `playbacks` of days before the cutoff's day.
 * Documents of those days that are still active move to the default partitions, where they expire
 * one by one. The day is the one in the document's id. A clock that is ahead lets a document expire
 * later by that time, at most by that for which partitions are made ahead.
 */
export async function dropDocumentDays(
  deps: Deps,
  cutoffMs: number,
  { expired, signal }: DroppingRun,
): Promise<void> {
  const days = await partitionDays(deps.database, 'clients');
  for (const day of days.filter((known) => known < dayOf(cutoffMs))) {
    if (signal?.aborted === true) return;
    const gone = await deps.transaction((within) => dropDay(within, day, { ...deps, cutoffMs }));
    if (gone === null) continue;
    expired.documents += gone.documents;
    expired.events += gone.events;
    expired.rejections += gone.rejections;
    expired.playbacks += gone.playbacks;
    if (gone.from_ms !== null && gone.to_ms !== null)
      noteTimes(expired, [gone.from_ms, gone.to_ms]);
  }
}

async function dropDay(
  within: Transaction<StoreTables>,
  day: number,
  { writer, cutoffMs }: Pick<Deps, 'writer'> & { cutoffMs: number },
): Promise<ExpiredDay | null> {
  await beginMaintenance(within);
  // Another server may have dropped it.
  if (!(await partitionDays(within, 'clients')).includes(day)) return null;
  const clients = sql.table(partitionName('clients', day));
  // Blocks batches of this day's documents only, while they are counted.
  await sql`LOCK TABLE ${clients} IN SHARE ROW EXCLUSIVE MODE`.execute(within);
  const living = sql`SELECT sid FROM ${clients} WHERE last_received_ms >= ${sql.lit(cutoffMs)}`;
  const gone = await countExpired(within, day, cutoffMs);
  await sql`DELETE FROM rejections USING ${clients} AS expired
    WHERE expired.sid = rejections.sid AND expired.rejected_count > 0
      AND expired.last_received_ms < ${sql.lit(cutoffMs)}`.execute(within);
  await lockTables(within, documentTables, 'ACCESS EXCLUSIVE');
  const partitions = documentTables.map((table) => ({
    table,
    partition: sql.table(partitionName(table, day)),
  }));
  for (const { table, partition } of partitions)
    await sql`ALTER TABLE ${sql.table(table)} DETACH PARTITION ${partition}`.execute(within);
  for (const { table, partition } of partitions) {
    const columns = await writtenColumns(within, table);
    await sql`INSERT INTO ${sql.table(otherName(table))} (${columns})
      SELECT ${columns} FROM ${partition} WHERE sid IN (${living})`.execute(within);
  }
  for (const { partition } of partitions) await sql`DROP TABLE ${partition}`.execute(within);
  await addToTotals(within, writer, {
    events: -gone.events,
    clients: -gone.documents,
    missing: -gone.missing,
    noted_rejections: -gone.rejections,
    expired_events: gone.events,
    expired_clients: gone.documents,
    expired_missing: gone.missing,
  });
  return gone;
}

async function countExpired(
  within: Transaction<StoreTables>,
  day: number,
  cutoffMs: number,
): Promise<ExpiredDay> {
  const [clients, playbacks] = [
    sql.table(partitionName('clients', day)),
    sql.table(partitionName('playbacks', day)),
  ];
  const { rows } = await sql<ExpiredDay>`
    SELECT count(*) AS documents, coalesce(sum(stored_count), 0) AS events,
      coalesce(sum(rejected_count), 0) AS rejections, coalesce(sum(missing), 0) AS missing,
      min(last_received_ms) AS from_ms, max(last_received_ms) AS to_ms,
      (SELECT count(*) FROM ${playbacks} WHERE sid NOT IN
        (SELECT sid FROM ${clients} WHERE last_received_ms >= ${sql.lit(cutoffMs)})) AS playbacks
    FROM ${clients} WHERE last_received_ms < ${sql.lit(cutoffMs)}`.execute(within);
  const [counts] = rows;
  if (counts === undefined) throw new Error('an aggregate without a row');
  return counts;
}
