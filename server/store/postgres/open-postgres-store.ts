import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { createEventStore } from '../create-event-store.ts';
import type { EventArchive } from '../event-archive.ts';
import type { EventStore } from '../event-store.ts';
import { createReports } from '../reports/create-reports.ts';
import type { CountingLimits } from '../reports/report-limits.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { foldTotals } from '../totals.ts';
import { writingLimits } from '../writing-limits.ts';
import { createTurns } from './create-turns.ts';
import { databaseClockMs } from './database-clock.ts';
import { dropDocumentDays } from './drop-document-days.ts';
import { type LinkLimits, linkLimits } from './link-limits.ts';
import { createMapKeeper, type MapKeeper } from './map-keeper.ts';
import { openReplica } from './open-replica.ts';
import {
  documentTables,
  dropEventDays,
  emptyEventDays,
  lockTables,
  makePartitions,
  type PartitionedTable,
} from './partitions.ts';
import { postgresLimits } from './postgres-limits.ts';
import { type LinkDeps, openPostgresLink, type PostgresLink } from './postgres-link.ts';
import { canRetry, PostgresBusyError, postgresProblem } from './postgres-problem.ts';
import { databaseName, type PostgresHost } from './postgres-url.js';
import { storeLocks } from './store-locks.ts';

interface StoreDeps extends LinkDeps {
  /** Where events are read that have left the store; missing if it is not known. */
  archive?: EventArchive;
  /** Reports count with it; default: the limits of every server. */
  counting?: CountingLimits;
}

/**
 * Opens the store in PostgreSQL, creates it if missing, and migrates it to the current schema. If
 * no database answers, opening still succeeds; the store fails with `STORE_AWAY` until one does.
 * @returns `STORE_NEWER` for a store of a later version; `STORE_REFUSED` if user, password or
 *   database is wrong
 */
export async function openPostgresStore(
  hosts: readonly PostgresHost[],
  deps: StoreDeps,
): Promise<Result<EventStore, 'STORE_NEWER' | 'STORE_REFUSED'>> {
  const opened = await openPostgresMember(hosts, deps);
  return opened.ok ? ok(opened.value.store) : opened;
}

/** @returns also the keeper of the map, for one of several stores */
export async function openPostgresMember(
  hosts: readonly PostgresHost[],
  deps: StoreDeps,
): Promise<Result<{ store: EventStore; keeper: MapKeeper }, 'STORE_NEWER' | 'STORE_REFUSED'>> {
  const link = await openPostgresLink(hosts, deps);
  if (!link.ok) return link;
  const driver = {
    ...createPostgresDriver(link.value, deps.limits, deps.counting),
    ...(deps.archive && { archive: deps.archive }),
  };
  const keeper = createMapKeeper(driver, databaseName(hosts));
  if (!deps.replica) return ok({ store: createEventStore(driver), keeper });
  const replica = openReplica(deps.replica, deps.warn, deps.limits);
  const close = async () => {
    await replica.close();
    await driver.close();
  };
  return ok({ store: createEventStore({ ...driver, replica, close }), keeper });
}

export function createPostgresDriver(
  link: PostgresLink,
  limits: LinkLimits = linkLimits,
  counting?: CountingLimits,
): StoreDriver {
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool: link.pool }) });

  async function withRetries<T>(attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce();
      } catch (error) {
        if (attempt === postgresLimits.attemptsCount || !canRetry(error)) throw error;
      }
    }
  }
  const transaction: StoreDriver['transaction'] = (work) =>
    withRetries(() => database.transaction().execute(work));

  /** Locks before the snapshot is taken: rows that move to a partition later would be in none. */
  const snapshotOf =
    (tables: readonly PartitionedTable[]): StoreDriver['snapshot'] =>
    (work) =>
      database
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (within) => {
          await lockTables(within, tables, 'ACCESS SHARE');
          return work(within);
        });
  // Reports read no events, so they block none of their partitions.
  const reports = createReports(
    { snapshot: snapshotOf(documentTables), isPartitioned: true },
    counting,
  );
  const reportTurn = createTurns({
    atOnce: limits.reportsCount,
    waitingMax: limits.reportsWaitingCount,
    tooMany: () => new PostgresBusyError('too many reports are requested at once'),
  });

  const writer = randomUUID();

  return {
    database,
    transaction,
    transactionOfMoment: (work) =>
      withRetries(() => database.transaction().setIsolationLevel('repeatable read').execute(work)),
    snapshot: snapshotOf(['clients', 'events']),
    reports: {
      dashboard: (filter) => reportTurn(() => reports.dashboard(filter)),
      overview: (filter) => reportTurn(() => reports.overview(filter)),
      part: (...args) => reportTurn(() => reports.part(...args)),
      overviewPart: (...args) => reportTurn(() => reports.overviewPart(...args)),
      cost: (filter) => reportTurn(() => reports.cost(filter)),
      costPart: (filter) => reportTurn(() => reports.costPart(filter)),
      audience: (...args) => reportTurn(() => reports.audience(...args)),
      audiencePart: (...args) => reportTurn(() => reports.audiencePart(...args)),
      experiment: (question) => reportTurn(() => reports.experiment(question)),
      experimentPart: (question) => reportTurn(() => reports.experimentPart(question)),
      playbackRows: (...args) => reportTurn(() => reports.playbackRows(...args)),
    },
    problemOf: postgresProblem,
    async probeWrite({ needsRoom }) {
      // The commit writes to the log in any case.
      await transaction(async (within) => {
        if (!needsRoom) return;
        const probe = sql.table(`store_probe_${randomUUID()}`);
        await sql`CREATE TABLE ${probe} AS SELECT repeat('x', 1000) FROM generate_series(1, ${sql.lit(writingLimits.probeRoomBytes / 1_024)})`.execute(
          within,
        );
        await sql`DROP TABLE ${probe}`.execute(within);
      });
    },
    writer,
    isPartitioned: true,
    undatedClients: ['clients_undated', 'clients_other'],
    async beforeRows(within) {
      // Until it commits, `pg_locks` shows others above which number it may still add rows.
      await sql`SELECT pg_advisory_xact_lock_shared(${sql.raw(storeLocks.rowsBase)} + last_value - (NOT is_called)::integer)
        FROM feed_rows`.execute(within);
    },
    async completeRow() {
      // The order matters: a writer with a lower number still holds its lock, or has committed
      // before the rows are read.
      const given = await sql<{ row: number }>`SELECT last_value AS row FROM feed_rows`.execute(
        database,
      );
      const writing = await sql<{ row: number | null }>`
        SELECT min(((classid::bigint & 65535) << 32) + objid::bigint) AS row FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = ${sql.lit(storeLocks.rowsOwner)}
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
        database,
      );
      return Math.min(given.rows[0]?.row ?? 0, writing.rows[0]?.row ?? Number.MAX_SAFE_INTEGER);
    },
    async prepareDays(nowMs, keepDays) {
      await makePartitions({ database, transaction }, nowMs, keepDays);
      await transaction(foldTotals);
    },
    dropDocumentDays: (cutoffMs, run) =>
      dropDocumentDays({ database, transaction, writer }, cutoffMs, run),
    dropDays: (cutoffMs, nowMs) => dropEventDays({ database, transaction }, cutoffMs, nowMs),
    emptyDays: (nowMs) => emptyEventDays({ database, transaction }, nowMs),
    stepMs: postgresLimits.expiryStepMs,
    clockMs: () => databaseClockMs(database),
    async close() {
      await database.destroy();
      await link.close();
    },
  };
}
