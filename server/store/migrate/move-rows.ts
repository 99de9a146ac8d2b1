import type { Kysely, Selectable, Transaction } from 'kysely';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { moveLimits } from './move-limits.ts';
import type { Part } from './part.ts';
import { rowOf } from './part.ts';

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

/** Tables whose rows are numbered. */
type NumberedTable = {
  [Name in keyof StoreTables]: Selectable<StoreTables[Name]> extends { row: number } ? Name : never;
}[keyof StoreTables];

/** How a table is read along its row numbers. */
export function byRow<Name extends NumberedTable>(name: Name) {
  return {
    name,
    read: (source: Kysely<StoreTables>, cursor: string) =>
      source
        .selectFrom(name as NumberedTable)
        .selectAll()
        .where('row', '>', rowOf(cursor))
        .orderBy('row')
        .limit(moveLimits.stepRowsCount)
        .execute() as Promise<Selectable<StoreTables[Name]>[]>,
    cursorOf: ({ row }: { row: number }) => String(row),
  };
}

/** How a table of documents is read along their names. */
export function bySid<Name extends 'documents' | 'provider_log_clients'>(name: Name) {
  return {
    name,
    read: (source: Kysely<StoreTables>, cursor: string) =>
      source
        .selectFrom(name as 'documents' | 'provider_log_clients')
        .selectAll()
        .where('sid', '>', cursor)
        .orderBy('sid')
        .limit(moveLimits.stepRowsCount)
        .execute() as Promise<unknown> as Promise<Selectable<StoreTables[Name]>[]>,
    cursorOf: ({ sid }: { sid: string }) => sid,
  };
}

/** A row without its number: the store that it moves to gives it one of its own. */
export function withoutRow<Row extends { row: unknown }>({ row: _, ...others }: Row) {
  return others;
}
