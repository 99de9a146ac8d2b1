import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/**
 * `node:sqlite` in the shape that Kysely's SQLite dialect expects. Statements are kept by their text, because preparing
 * one costs more than running it; the texts are few, since a statement has at most 100 rows.
 * @param guard runs each statement that stands outside of a transaction
 */
export function createNodeSqliteDatabase(
  database: DatabaseSync,
  guard: <T>(run: () => T) => T = (run) => run(),
): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  /** A full disk has SQLite roll back by itself, and to do it again would be an error that hides the first. */
  const rollback = {
    reader: false,
    all: () => [],
    run() {
      if (database.isTransaction) database.exec('ROLLBACK');
      return { changes: 0, lastInsertRowid: 0 };
    },
    iterate: () => [].values(),
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (sql === 'rollback') return rollback;
      const statement = database.prepare(sql);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      const guarded = <T>(run: () => T) => (database.isTransaction ? run() : guard(run));
      const adapted = {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) =>
          guarded(() => statement.all(...values(parameters))),
        run: (parameters: readonly unknown[]) =>
          guarded(() => statement.run(...values(parameters))),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      };
      statements.set(sql, adapted);
      return adapted;
    },
  };
}
