import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { countArchived } from '../sqlite/count-archived.ts';
import { createNodeSqliteDatabase } from '../sqlite/node-sqlite-database.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { sqliteMigrations } from '../sqlite/sqlite-migrations.ts';
import { sqliteProblem } from '../sqlite/sqlite-problem.ts';
import type { StoreTables } from '../store-tables.ts';

/** A SQLite store that no other program has open. */
export interface SourceStore {
  /** The store's own id, independent of its file name. A target finds its progress by it. */
  id: string;
  database: Kysely<StoreTables>;
  close(): Promise<void>;
}

type SourceProblem =
  | 'SOURCE_MISSING'
  | 'SOURCE_NO_STORE'
  | 'SOURCE_IN_USE'
  | 'SOURCE_ARCHIVED'
  | 'STORE_NEWER'
  | 'STORE_FULL'
  | 'STORE_UNREADABLE';

/** The largest value of the file's header field (`PRAGMA application_id`), where 0 means none. */
const idMax = 2 ** 31 - 1;

/**
 * Opens the store in a file for reading, migrates it to the current schema, and locks out other
 * programs.
 * @returns a failure whose sentence names cause and fix; the file is unchanged then
 */
export async function openSource(file: string): Promise<Result<SourceStore, SourceProblem>> {
  if (!existsSync(file))
    return err(
      'SOURCE_MISSING',
      `The file ${file} does not exist; name the store's file with --from, for example .offstage/events.sqlite.`,
    );
  try {
    const problem = checkFile(file);
    if (problem !== null) return problem;
    const brought = openSqliteStore(file);
    if (!brought.ok) return brought;
    await brought.value.close();
    return ok(openAlone(file));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    if (sqliteProblem(error)?.code === 'STORE_BUSY')
      return err(
        'SOURCE_IN_USE',
        `Another program has ${file} open; stop the server that uses it, and run this again. Players keep their events meanwhile.`,
      );
    return err(
      'STORE_UNREADABLE',
      `The event store ${file} cannot be read (${cause}); is it the right file?`,
    );
  }
}

/** Checks whether the file is a store, before anything is written to it. */
function checkFile(file: string): Result<never, SourceProblem> | null {
  const database = openExclusively(file);
  try {
    const tables = database
      .prepare(
        "SELECT count(*) AS count FROM sqlite_schema WHERE type = 'table' AND name IN ('events', 'totals')",
      )
      .get();
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (tables?.count !== 2 || version === 0)
      return err(
        'SOURCE_NO_STORE',
        `${file} is not an event store of this program; name the store's file with --from, for example .offstage/events.sqlite.`,
      );
    if (version > sqliteMigrations.length)
      return err(
        'STORE_NEWER',
        `The event store ${file} has version ${version}, but this program supports versions up to ${sqliteMigrations.length}; move it with the newer program.`,
      );
    const sentence = archivedSentence(file, countArchived(database));
    return sentence === null ? null : err('SOURCE_ARCHIVED', sentence);
  } finally {
    database.close();
  }
}

/** @returns why a store cannot move of which events are only in ClickHouse; `null` for none */
export function archivedSentence(file: string, count: number): string | null {
  return count === 0
    ? null
    : `${count.toLocaleString('en')} events of ${file} are only in ClickHouse (--inbox-days), and a move takes only what is in the store. Keep the file with its ClickHouse, and start the server with the empty PostgreSQL and another ClickHouse database.`;
}

function openAlone(file: string): SourceStore {
  const connection = openExclusively(file);
  let id = Number(connection.prepare('PRAGMA application_id').get()?.application_id);
  if (id === 0) {
    id = randomInt(1, idMax);
    connection.exec(`PRAGMA application_id = ${id}`);
  }
  const database = new Kysely<StoreTables>({
    dialect: new SqliteDialect({ database: createNodeSqliteDatabase(connection) }),
  });
  return {
    id: String(id),
    database,
    async close() {
      await database.destroy();
      // Kysely does not close a connection that it has not used yet.
      if (connection.isOpen) connection.close();
    },
  };
}

/** @throws SQLite's error if another program has the file open */
function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
