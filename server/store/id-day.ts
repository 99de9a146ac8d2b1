import type { ExpressionBuilder } from 'kysely';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/** Tables with rows of documents, found by the document's id. */
export type DocumentTable = 'clients' | 'documents' | 'playbacks';

/** An id of `newDocumentId` (`src/services/start-services.ts`). */
const datedId = /^[0-9a-f]{32}-(\d{5})$/;

/** The day of an id without one: from a page of an earlier version, or from another sender. */
const undated = -1;

/** @returns the day in a document's id, as its page gave it; `undated` if there is none */
export function dayInId(sid: string): number {
  return Number(datedId.exec(sid)?.[1] ?? undated);
}

type Partitioning = Pick<StoreDriver, 'isPartitioned'>;

/** A row with the day in its document's id, if its table is partitioned by it. */
export type Dated<Row> = Row & { id_day?: number };

/** Adds the day in the document's id to rows, if their table is partitioned by it. */
export function withIdDay<Row extends { sid: string }>(
  rows: readonly Row[],
  { isPartitioned }: Partitioning,
): Dated<Row>[] {
  return isPartitioned ? rows.map((row) => ({ ...row, id_day: dayInId(row.sid) })) : [...rows];
}

/** @returns the columns that identify a row; with partitions, the day is among them */
export function keyOf<Column extends string>(
  row: { id_day?: number } | undefined,
  columns: readonly Column[],
): (Column | 'id_day')[] {
  return row?.id_day === undefined ? [...columns] : [...columns, 'id_day'];
}

/**
 * @returns the condition that a row belongs to one of these documents. It names the days in their
 *   ids, so that only partitions of these days are searched
 */
export function ofDocuments(
  table: DocumentTable,
  sids: readonly string[],
  { isPartitioned }: Partitioning,
) {
  const days = [...new Set(sids.map(dayInId))];
  return ({ eb, and }: ExpressionBuilder<StoreTables, DocumentTable>) =>
    and([
      eb(`${table}.sid`, 'in', sids),
      ...(isPartitioned ? [eb(`${table}.id_day`, 'in', days)] : []),
    ]);
}
