import type { Kysely, Transaction } from 'kysely';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import type { Part } from './part.ts';
import { rowOf, stepRows } from './part.ts';

export function countRows(table: keyof StoreTables): Part['count'] {
  return async (source) => {
    const { count } = await source
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
}

interface RowsPart<Row> {
  name: keyof StoreTables;
  title: string;
  /** Reads the rows after the cursor, in cursor order. */
  read(source: Kysely<StoreTables>, cursor: string): Promise<Row[]>;
  cursorOf(row: NoInfer<Row>): string;
  /** Stores rows; the target may already have some of them. */
  write(
    transaction: Transaction<StoreTables>,
    rows: readonly Row[],
    target: StoreDriver,
  ): Promise<void>;
}

/** A part whose rows are stored unchanged. */
export function rowsPart<Row>({ name, title, read, cursorOf, write }: RowsPart<Row>): Part {
  return {
    name,
    title,
    count: countRows(name),
    async next(source, cursor) {
      const rows = await read(source, cursor);
      const last = rows.at(-1);
      if (last === undefined) return null;
      return {
        cursor: cursorOf(last),
        count: rows.length,
        write: (transaction, target) => write(transaction, rows, target),
      };
    },
  };
}

/** Cursor functions for tables that are read by row number. */
export const byRow = {
  after: rowOf,
  limit: stepRows,
  cursorOf: ({ row }: { row: number }) => String(row),
} as const;
