import { type Kysely, sql, type Transaction } from 'kysely';
import { dayOf } from '../day-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { postgresLimits } from './postgres-limits.ts';
import { storeLocks } from './store-locks.ts';

const tableOf = (day: number) => `events_day_${day}`;

/** @returns the days that have a partition, in order */
async function partitionDays(database: Kysely<StoreTables>): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = 'events'::regclass`.execute(database);
  return rows
    .map(({ name }) => Number(/^events_day_(\d+)$/.exec(name)?.[1] ?? Number.NaN))
    .filter((day) => !Number.isNaN(day))
    .sort((a, b) => a - b);
}

/**
 * Makes the missing partitions of yesterday (a server's clock may be late), today and the next
 * days.
 */
export async function makePartitions(
  { database, transaction }: Pick<StoreDriver, 'database' | 'transaction'>,
  nowMs: number,
): Promise<void> {
  const today = dayOf(nowMs);
  const there = new Set(await partitionDays(database));
  for (let day = Math.max(today - 1, 0); day <= today + postgresLimits.partitionDaysCount; day++)
    if (!there.has(day)) await transaction((within) => makePartition(within, day));
}

/**
 * Creates the table first and attaches it then, so that events can be stored and read meanwhile. If
 * `events_other` has events of the day, they move into it, under an exclusive lock. Without the
 * lock, a running read could find them in neither table.
 */
async function makePartition(within: Transaction<StoreTables>, day: number): Promise<void> {
  await beginMaintenance(within);
  // Another server may have made it.
  if ((await partitionDays(within)).includes(day)) return;
  const { rows } = await sql<{ is_there: boolean }>`
    SELECT EXISTS (SELECT FROM events_other WHERE day = ${sql.lit(day)}) AS is_there`.execute(
    within,
  );
  if (rows[0]?.is_there) await sql`LOCK TABLE events IN ACCESS EXCLUSIVE MODE`.execute(within);
  const table = sql.table(tableOf(day));
  await sql`CREATE TABLE ${table} (LIKE events INCLUDING DEFAULTS)`.execute(within);
  await sql`WITH moved AS (DELETE FROM events_other WHERE day = ${sql.lit(day)} RETURNING *)
    INSERT INTO ${table} SELECT * FROM moved`.execute(within);
  await sql`ALTER TABLE events ATTACH PARTITION ${table} FOR VALUES FROM (${sql.lit(day)}) TO (${sql.lit(day + 1)})`.execute(
    within,
  );
}

/**
 * Drops the partitions of days before the cutoff's day. Documents of those days that are still
 * active first move to today, with all their events. The caller must have removed expired
 * documents.
 */
export async function dropPartitions(
  { database, transaction }: Pick<StoreDriver, 'database' | 'transaction'>,
  cutoffMs: number,
  nowMs: number,
): Promise<void> {
  const cutoffDay = dayOf(cutoffMs);
  const livingOn = await database
    .selectFrom('clients')
    .select('sid')
    .where('day', '<', cutoffDay)
    .execute();
  for (const { sid } of livingOn)
    await transaction((within) => moveDocument(within, sid, dayOf(nowMs)));
  for (const day of (await partitionDays(database)).filter((known) => known < cutoffDay))
    await transaction((within) => dropPartition(within, day));
  await sql`DELETE FROM events_other WHERE day < ${sql.lit(cutoffDay)}`.execute(database);
}

async function moveDocument(
  within: Transaction<StoreTables>,
  sid: string,
  day: number,
): Promise<void> {
  // Locks the document, so that no batch of it arrives in between.
  const document = await within
    .selectFrom('clients')
    .select('day')
    .where('sid', '=', sid)
    .forUpdate()
    .executeTakeFirst();
  if (document?.day === undefined || document.day >= day) return;
  await within
    .updateTable('events')
    .set({ day })
    .where('day', '=', document.day)
    .where('sid', '=', sid)
    .execute();
  await within.updateTable('clients').set({ day }).where('sid', '=', sid).execute();
}

async function dropPartition(within: Transaction<StoreTables>, day: number): Promise<void> {
  await beginMaintenance(within);
  if (!(await partitionDays(within)).includes(day)) return;
  const living = await within
    .selectFrom('clients')
    .select('sid')
    .where('day', '=', day)
    .limit(1)
    .execute();
  if (living.length === 0) await sql`DROP TABLE ${sql.table(tableOf(day))}`.execute(within);
}

/** Only one server at a time maintains the store. */
async function beginMaintenance(within: Transaction<StoreTables>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.raw(storeLocks.maintenance)})`.execute(within);
  await sql`SET LOCAL lock_timeout = ${sql.lit(postgresLimits.lockWaitMs)}`.execute(within);
}
