import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { makePrivateFile } from '../../options/private-files.js';
import { createEventStore } from '../create-event-store.ts';
import type { EventArchive } from '../event-archive.ts';
import type { EventStore } from '../event-store.ts';
import type { CountingLimits } from '../reports/report-limits.ts';
import { startReportThread } from '../reports/start-report-thread.ts';
import { retentionLimits } from '../retention-limits.ts';
import { sqliteLimits } from '../sqlite-limits.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { type BusyGate, createBusyGate } from './busy-gate.ts';
import { fileLimits } from './file-limits.ts';
import { createNodeSqliteDatabase } from './node-sqlite-database.ts';
import { sqliteMigrations } from './sqlite-migrations.ts';
import { createSqliteProbe } from './sqlite-probe.ts';
import { sqliteProblem } from './sqlite-problem.ts';

interface OpenDeps extends Pick<SqliteDriverDeps, 'now' | 'counting'> {
  /** Gets a sentence for the operator before each step of an upgrade, which may take long. */
  warn?: (sentence: string) => void;
  archive?: EventArchive;
}

/**
 * Opens the store in a file, creates it if missing, and migrates it to the current schema.
 * @returns `STORE_NEWER` for a store of a later version, `STORE_FULL` if the disk is full,
 *   `STORE_UNREADABLE` for a file that is no store or cannot be opened
 * @param now milliseconds of any clock, for the pause after another program's lock
 */
export function openSqliteStore(
  file: string,
  { now, warn = () => {}, archive, counting }: OpenDeps = {},
): Result<EventStore, 'STORE_NEWER' | 'STORE_FULL' | 'STORE_UNREADABLE'> {
  let database: DatabaseSync | null = null;
  try {
    // SQLite's journal files inherit the permissions of this file.
    if (file !== ':memory:') makePrivateFile(file);
    database = new DatabaseSync(file, { timeout: fileLimits.migrationTimeoutMs });
    // FULL: the answer to a batch promises that its events survive a power loss.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    const newerVersion = migrate(database, (step, of) =>
      warn(
        `The event store ${file} is being upgraded: step ${step} of ${of}. If it is interrupted, the next start continues.`,
      ),
    );
    if (newerVersion !== null) {
      database.close();
      return err(
        'STORE_NEWER',
        `The event store ${file} has version ${newerVersion}, but this program supports versions up to ${sqliteMigrations.length}; start the newer program, or choose another directory with --data.`,
      );
    }
    database.exec(`PRAGMA busy_timeout = ${sqliteLimits.busyWaitMs.value}`);
  } catch (error) {
    database?.close();
    if (sqliteProblem(error)?.code === 'STORE_FULL')
      return err(
        'STORE_FULL',
        `The event store ${file} cannot be written because the disk is full; free some space, or choose another directory with --data. Stored events are safe.`,
      );
    const cause = error instanceof Error ? error.message : String(error);
    return err(
      'STORE_UNREADABLE',
      `The event store ${file} cannot be opened (${cause}); move the file away, or choose another directory with --data.`,
    );
  }
  const driver = createSqliteDriver(database, { file, now, counting });
  return ok(createEventStore({ ...driver, ...(archive && { archive }) }));
}

export interface SqliteDriverDeps {
  /** The file that a separate thread reads for reports; `null` if no reports are needed. */
  file?: string | null;
  /** Milliseconds of any clock. */
  now?: () => number;
  /** Default: the limits of every server. */
  counting?: CountingLimits;
}

export function createSqliteDriver(
  connection: DatabaseSync,
  { file = null, now = () => performance.now(), counting }: SqliteDriverDeps = {},
): StoreDriver {
  // Separate gates: readers continue while another program writes, so a busy write says nothing
  // about them.
  const [reads, writes] = [createBusyGate(isBusy, now), createBusyGate(isBusy, now)];
  const database = new Kysely<StoreTables>({
    dialect: new SqliteDialect({ database: createNodeSqliteDatabase(connection, reads.pass) }),
  });
  const reports = file === null ? null : startReportThread(file, counting);
  // A transaction takes no lock before its first statement. The gate is inside, so that it also
  // stops work that has waited for another transaction.
  const transactionThrough =
    (gate: BusyGate): StoreDriver['transaction'] =>
    (work) =>
      database.transaction().execute((within) => gate.pass(() => work(within)));
  return {
    database,
    transaction: transactionThrough(writes),
    transactionOfMoment: transactionThrough(writes),
    snapshot: transactionThrough(reads),
    probeWrite: createSqliteProbe(transactionThrough(writes)),
    problemOf: sqliteProblem,
    // One name for all: only one process writes at a time.
    writer: '',
    isPartitioned: false,
    undatedClients: ['clients'],
    beforeRows: async () => {},
    completeRow: async () => Number.MAX_SAFE_INTEGER,
    prepareDays: async () => {},
    dropDocumentDays: async () => {},
    dropDays: async () => {},
    emptyDays: async () => {},
    stepMs: retentionLimits.stepMs.value,
    ...(reports !== null && { reports }),
    async close() {
      await reports?.close();
      await database.destroy();
      // Kysely does not close a connection that it has not used yet.
      if (connection.isOpen) connection.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return sqliteProblem(error)?.code === 'STORE_BUSY';
}

/**
 * Creates a store in one transaction. In an upgrade, each step is a transaction of its own: one
 * that is interrupted goes on where it was.
 * @returns the store's version if it is later than this program's, otherwise `null`
 */
function migrate(
  database: DatabaseSync,
  onStep: (step: number, of: number) => void,
): number | null {
  let from: number | null = null;
  for (;;) {
    // Read the version under the write lock: if two servers start at once, only one migrates.
    database.exec('BEGIN IMMEDIATE');
    try {
      const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
      const step = sqliteMigrations[version];
      if (step === undefined) {
        database.exec('COMMIT');
        return version > sqliteMigrations.length ? version : null;
      }
      from ??= version;
      if (from > 0) onStep(version - from + 1, sqliteMigrations.length - from);
      const steps = from === 0 ? sqliteMigrations : [step];
      for (const one of steps) {
        if (typeof one === 'string') database.exec(one);
        else one(database);
      }
      database.exec(`PRAGMA user_version = ${version + steps.length}`);
      database.exec('COMMIT');
    } catch (error) {
      // SQLite has rolled back by itself if the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }
}
