import type { Kysely, Transaction } from 'kysely';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';

/** Rows of one kind, which move some at a time. */
export interface Part {
  /** Of a table. */
  name: string;
  /** For people: what the rows are. */
  title: string;
  count(source: Kysely<StoreTables>): Promise<number>;
  /** @returns the next rows behind the cursor, `null` when there are none */
  next(source: Kysely<StoreTables>, cursor: string): Promise<Step | null>;
}

/** Rows that move together, in one transaction of the target. */
export interface Step {
  /** Where the part is afterwards. */
  cursor: string;
  count: number;
  write(transaction: Transaction<StoreTables>, target: StoreDriver): Promise<void>;
}

/** Rows in a step: what is in memory at a time, and what a crash costs. */
export const stepRows = 1_000;

/** @returns the row number that a cursor stands for */
export function rowOf(cursor: string): number {
  return cursor === '' ? 0 : Number(cursor);
}
