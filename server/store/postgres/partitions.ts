import { type Kysely, sql, type Transaction } from 'kysely';
import { dayOf } from '../day-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { postgresLimits } from './postgres-limits.ts';
import { storeLocks } from './store-locks.ts';

/** Partitioned tables, each with the column that has the day. */
const dayColumns = {
  clients: 'id_day',
  events: 'day',
  documents: 'id_day',
  playbacks: 'id_day',
} as const;

export type PartitionedTable = keyof typeof dayColumns;

/** Tables partitioned by the day in a document's id, in the order in which writers lock them. */
export const documentTables = ['clients', 'documents', 'playbacks'] as const;

export const partitionName = (table: PartitionedTable, day: number) => `${table}_day_${day}`;
/** Its default partition has the rows of days without a partition. */
export const otherName = (table: PartitionedTable) => `${table}_other`;

type Deps = Pick<StoreDriver, 'database' | 'transaction'>;

/** @returns the days that have a partition, in order */
export async function partitionDays(
  database: Kysely<StoreTables>,
  table: PartitionedTable,
): Promise<number[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
    WHERE inhparent = ${sql.lit(table)}::regclass`.execute(database);
  const beginning = `${table}_day_`;
  return rows
    .filter(({ name }) => name.startsWith(beginning))
    .map(({ name }) => Number(name.slice(beginning.length)))
    .sort((a, b) => a - b);
}

/**
 * Makes the missing partitions of yesterday (a server's clock may be late), today and the next
 * days. Each in a transaction of its own, which waits for queries over its table only. Those of
 * `clients` come last: a day that has one has all.
 * @param keepDays days until documents expire; `null` for never. Documents have partitions for
 *   their expiry only: each query for several days locks all of them
 */
export async function makePartitions(
  { database, transaction }: Deps,
  nowMs: number,
  keepDays: number | null,
): Promise<void> {
  const today = dayOf(nowMs);
  const areDocumentsDated =
    keepDays !== null && keepDays <= postgresLimits.partitionedDocumentsMaxDays;
  const tables = areDocumentsDated
    ? (['events', 'playbacks', 'documents', 'clients'] as const)
    : (['events'] as const);
  for (const table of tables) {
    const there = new Set(await partitionDays(database, table));
    for (let day = Math.max(today - 1, 0); day <= today + postgresLimits.partitionDaysCount; day++)
      if (!there.has(day)) await transaction((within) => makePartition(within, table, day));
  }
}

/**
 * Makes the day's partition, and moves the rows of the day from the default partition into it. No
 * session may use the table meanwhile, not even to read: `ATTACH PARTITION` alone lets others
 * continue, but a session that is just reading the list of partitions can then keep the old one
 * (measured with PostgreSQL 15.18). It stores the day's rows in the default partition until the
 * list changes again, and no query looks for them there.
 */
async function makePartition(
  within: Transaction<StoreTables>,
  table: PartitionedTable,
  day: number,
): Promise<void> {
  await beginMaintenance(within);
  // Another server may have made it.
  if ((await partitionDays(within, table)).includes(day)) return;
  await lockTables(within, [table], 'ACCESS EXCLUSIVE');
  const [parent, other] = [sql.table(table), sql.table(otherName(table))];
  const partition = sql.table(partitionName(table, day));
  const columns = await writtenColumns(within, table);
  await sql`CREATE TABLE ${partition} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING GENERATED)`.execute(
    within,
  );
  await sql`WITH moved AS (
      DELETE FROM ${other} WHERE ${sql.ref(dayColumns[table])} = ${sql.lit(day)} RETURNING ${columns})
    INSERT INTO ${partition} (${columns}) SELECT ${columns} FROM moved`.execute(within);
  await sql`ALTER TABLE ${parent} ATTACH PARTITION ${partition} FOR VALUES FROM (${sql.lit(day)}) TO (${sql.lit(day + 1)})`.execute(
    within,
  );
}

/** @returns the names of the columns that the database does not compute, always in one order */
export async function writtenColumns(within: Transaction<StoreTables>, table: PartitionedTable) {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${sql.lit(table)}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY attnum`.execute(within);
  return sql.join(rows.map(({ name }) => sql.ref(name)));
}

/**
 * Drops the partitions of events of days before the cutoff's day. Documents of those days that are
 * still active first move to today, with all their events. The caller must have removed expired
 * documents.
 */
export async function dropEventDays(
  { database, transaction }: Deps,
  cutoffMs: number,
  nowMs: number,
): Promise<void> {
  const cutoffDay = dayOf(cutoffMs);
  const livingOn = await database
    .selectFrom('clients')
    .select(['sid', 'id_day'])
    .where('day', '<', cutoffDay)
    .execute();
  for (const client of livingOn)
    await transaction((within) => moveEvents(within, client, dayOf(nowMs)));
  const days = await partitionDays(database, 'events');
  for (const day of days.filter((known) => known < cutoffDay))
    await transaction((within) => dropEventDay(within, day));
  await sql`DELETE FROM events_other WHERE day < ${sql.lit(cutoffDay)}`.execute(database);
}

async function moveEvents(
  within: Transaction<StoreTables>,
  { sid, id_day = -1 }: { sid: string; id_day?: number },
  day: number,
): Promise<void> {
  // Locks the document, so that no batch of it arrives in between.
  const document = await within
    .selectFrom('clients')
    .select('day')
    .where('sid', '=', sid)
    .where('id_day', '=', id_day)
    .forUpdate()
    .executeTakeFirst();
  if (document?.day === undefined || document.day >= day) return;
  await within
    .updateTable('events')
    .set({ day })
    .where('day', '=', document.day)
    .where('sid', '=', sid)
    .execute();
  await within
    .updateTable('clients')
    .set({ day })
    .where('sid', '=', sid)
    .where('id_day', '=', id_day)
    .execute();
}

async function dropEventDay(within: Transaction<StoreTables>, day: number): Promise<void> {
  await beginMaintenance(within);
  if (!(await partitionDays(within, 'events')).includes(day)) return;
  const living = await within
    .selectFrom('clients')
    .select('sid')
    .where('day', '=', day)
    .limit(1)
    .execute();
  if (living.length === 0)
    await sql`DROP TABLE ${sql.table(partitionName('events', day))}`.execute(within);
}

/**
 * Empties the partitions of days before today that have no event any more, because all have been
 * archived. Deleted rows give their space to later ones of the same partition only.
 */
export async function emptyEventDays(
  { database, transaction }: Deps,
  nowMs: number,
): Promise<void> {
  const noted = await database.selectFrom('event_copy').select('archived_row').executeTakeFirst();
  if (!noted?.archived_row) return;
  const days = await partitionDays(database, 'events');
  for (const day of days.filter((known) => known < dayOf(nowMs)))
    await transaction((within) => emptyEventDay(within, day));
}

async function emptyEventDay(within: Transaction<StoreTables>, day: number): Promise<void> {
  await beginMaintenance(within);
  if (!(await partitionDays(within, 'events')).includes(day)) return;
  const name = partitionName('events', day);
  const partition = sql.table(name);
  const isFree = async () => {
    const { rows } = await sql<{ isFree: boolean }>`
      SELECT pg_indexes_size(${sql.lit(name)}::regclass) > ${sql.lit(postgresLimits.emptyIndexesBytes)}
        AND NOT EXISTS (SELECT 1 FROM ${partition}) AS "isFree"`.execute(within);
    return rows[0]?.isFree === true;
  };
  // Readers of all events wait for the lock.
  if (!(await isFree())) return;
  await sql`LOCK TABLE ${partition} IN ACCESS EXCLUSIVE MODE`.execute(within);
  if (await isFree()) await sql`TRUNCATE ${partition}`.execute(within);
}

/**
 * Locks partitioned tables for this transaction, their partitions with them, because every query
 * names the table. Always in the order of writers, which would wait for each other otherwise.
 */
export async function lockTables(
  within: Transaction<StoreTables>,
  tables: readonly PartitionedTable[],
  mode: 'ACCESS SHARE' | 'ACCESS EXCLUSIVE',
): Promise<void> {
  const names = sql.join(tables.map((table) => sql`ONLY ${sql.table(table)}`));
  await sql`LOCK TABLE ${names} IN ${sql.raw(mode)} MODE`.execute(within);
}

/** Only one server at a time maintains the store. */
export async function beginMaintenance(within: Transaction<StoreTables>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${sql.raw(storeLocks.maintenance)})`.execute(within);
  await sql`SET LOCAL lock_timeout = ${sql.lit(postgresLimits.lockWaitMs)}`.execute(within);
}
