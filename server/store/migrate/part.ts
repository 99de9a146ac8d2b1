import type { Kysely, Transaction } from 'kysely';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';

/** Rows of one kind, which move in steps. */
export interface Part {
  /** Name of a table. */
  name: string;
  /** A name of the rows, for people. */
  title: string;
  count(source: Kysely<StoreTables>): Promise<number>;
  /** @returns the next rows after the cursor; `null` if there are none */
  next(source: Kysely<StoreTables>, cursor: string): Promise<Step | null>;
}

/** Rows that move together, in one transaction of the target. */
export interface Step {
  /** The part's cursor after this step. */
  cursor: string;
  count: number;
  write(transaction: Transaction<StoreTables>, target: StoreDriver): Promise<void>;
}

/** @returns the row number of a cursor */
export function rowOf(cursor: string): number {
  return cursor === '' ? 0 : Number(cursor);
}
