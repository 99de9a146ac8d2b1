import { type Compilable, CompiledQuery, type Transaction } from 'kysely';
import type { StoreTables } from './store-tables.ts';

/** Rows in one statement at most: statements are kept by their text, and there is a text for each number of rows. */
const rowsPerStatement = 100;

/**
 * Makes a statement of many rows. Its text is compiled once for each number of rows, which for a hundred of them takes longer than the
 * database needs.
 * @param build the statement for these rows, whose values are its only parameters
 * @returns runs it, and gives the rows that it returns. All rows must name the same columns in the same order
 */
export function createRowsStatement<Row extends object, Returned = never>(
  build: (transaction: Transaction<StoreTables>, rows: Row[]) => Compilable<Returned>,
): (transaction: Transaction<StoreTables>, rows: readonly Row[]) => Promise<Returned[]> {
  const texts = new Map<string, string>();
  return async (transaction, rows) => {
    const returned: Returned[] = [];
    for (let first = 0; first < rows.length; first += rowsPerStatement) {
      const part = rows.slice(first, first + rowsPerStatement);
      const parameters = part.flatMap((row) => Object.values(row));
      // Two databases in one process write their placeholders differently, and have other columns.
      const key = `${transaction.getExecutor().adapter.constructor.name} ${part.length} ${parameters.length}`;
      let text = texts.get(key);
      if (text === undefined) {
        const compiled = build(transaction, part).compile();
        if (compiled.parameters.length !== parameters.length)
          throw new Error('not only the rows are parameters');
        text = compiled.sql;
        texts.set(key, text);
      }
      const result = await transaction.executeQuery(CompiledQuery.raw(text, parameters));
      returned.push(...(result.rows as Returned[]));
    }
    return returned;
  };
}
