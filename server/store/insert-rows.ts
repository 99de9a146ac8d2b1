import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { StoreTables } from './store-tables.ts';
import { writingLimits } from './writing-limits.ts';

/**
 * Makes a statement for many rows. It compiles the text once for each number of rows: for a hundred
 * rows, compiling takes longer than the database does.
 * @param build the statement for these rows, whose values are its only parameters
 * @returns a function that runs the statement and returns its rows. All rows must name the same
 *   columns in the same order
 */
export function createRowsStatement<Row extends object, Returned = never>(
  build: (database: Kysely<StoreTables>, rows: Row[]) => Compilable<Returned>,
): (database: Kysely<StoreTables>, rows: readonly Row[]) => Promise<Returned[]> {
  const texts = new Map<string, string>();
  return async (database, rows) => {
    const returned: Returned[] = [];
    for (let first = 0; first < rows.length; first += writingLimits.statementRowsCount) {
      const part = rows.slice(first, first + writingLimits.statementRowsCount);
      const parameters = part.flatMap((row) => Object.values(row));
      // Two databases in one process differ in placeholders and columns.
      const key = `${database.getExecutor().adapter.constructor.name} ${part.length} ${parameters.length}`;
      let text = texts.get(key);
      if (text === undefined) {
        const compiled = build(database, part).compile();
        if (compiled.parameters.length !== parameters.length)
          throw new Error('not only the rows are parameters');
        text = compiled.sql;
        texts.set(key, text);
      }
      const result = await database.executeQuery(CompiledQuery.raw(text, parameters));
      returned.push(...(result.rows as Returned[]));
    }
    return returned;
  };
}
