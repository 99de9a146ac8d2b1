import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/**
 * Adapts `node:sqlite` to Kysely's SQLite dialect. It caches statements by their text, because
 * preparing one costs more than running it. The cache stays small, since a statement has at most
 * 100 rows.
 * @param guard runs each statement outside of a transaction
 */
export function createNodeSqliteDatabase(
  database: DatabaseSync,
  guard: <T>(run: () => T) => T = (run) => run(),
): SqliteDatabase {
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  /**
   * SQLite rolls back by itself when the disk is full; a second rollback would fail and hide the
   * first error.
   */
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
