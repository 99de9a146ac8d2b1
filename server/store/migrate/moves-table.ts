import { type Kysely, sql, type Transaction } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import type { Part } from './part.ts';

/** The progress of each part of each source store, beside the target's own tables. */
interface MovesTable {
  /** Name of the source store (`SourceStore.id`). */
  source: string;
  part: string;
  /** The last moved row, in its part's format; '' before the first. */
  cursor: string;
  /** Rows moved so far. */
  moved: number;
}

type Tables = StoreTables & { moves: MovesTable };

/** Another run has moved the same rows meanwhile. */
export class MovedElsewhereError extends Error {}

export interface Move {
  cursor: string;
  moved: number;
}

/** Makes the table and a row for each part, unless they exist. */
export async function startMoves(
  database: Kysely<StoreTables>,
  source: string,
  parts: readonly Part[],
): Promise<void> {
  await sql`CREATE TABLE IF NOT EXISTS moves (
    source text NOT NULL, part text NOT NULL, cursor text NOT NULL, moved bigint NOT NULL, PRIMARY KEY (source, part)
  )`.execute(database);
  await withMoves(database)
    .insertInto('moves')
    .values(parts.map(({ name }) => ({ source, part: name, cursor: '', moved: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns the progress of each part, by its name */
export async function readMoves(
  database: Kysely<StoreTables>,
  source: string,
): Promise<Map<string, Move>> {
  const rows = await withMoves(database)
    .selectFrom('moves')
    .selectAll()
    .where('source', '=', source)
    .execute();
  return new Map(rows.map(({ part, cursor, moved }) => [part, { cursor, moved }]));
}

/**
 * Records the progress in the transaction that moves the rows, so that a crash undoes both or
 * neither.
 * @throws a `MovedElsewhereError` if the part's cursor is no longer at `from`
 */
export async function advanceMove(
  transaction: Transaction<StoreTables>,
  {
    source,
    part,
    from,
    to,
    count,
  }: { source: string; part: string; from: string; to: string; count: number },
): Promise<void> {
  const result = await withMoves(transaction)
    .updateTable('moves')
    .set((value) => ({ cursor: to, moved: value('moved', '+', count) }))
    .where('source', '=', source)
    .where('part', '=', part)
    .where('cursor', '=', from)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new MovedElsewhereError(part);
}

function withMoves(database: Kysely<StoreTables>): Kysely<Tables> {
  return database.withTables<{ moves: MovesTable }>();
}
