import type { Kysely } from 'kysely';
import { added } from '../../added.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreTables } from '../../store-tables.ts';
import { type PeriodSums, startPeriodSums } from '../period-sums.ts';
import type { DocumentHoursTable } from './completeness-tables.ts';
import { emptyLedger, type Ledger } from './ledger.ts';

export const hourMs = 3_600_000;

/** Collects changes of documents, by the hour in which they began, until they are written. */
export const startHourSums = (): PeriodSums<Ledger> => startPeriodSums(hourMs, emptyLedger);

export async function writeHours(
  database: Kysely<StoreTables>,
  writer: string,
  { sums }: PeriodSums<Ledger>,
): Promise<void> {
  const rows = [...sums]
    .filter(([, sum]) => Object.values(sum).some((count) => count !== 0))
    .map(([hour_ms, sum]) => ({ hour_ms, writer, ...sum }));
  await addHours(database, rows);
}

const addHours = createRowsStatement<DocumentHoursTable>((database, rows) =>
  database
    .insertInto('document_hours')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['hour_ms', 'writer'])
        .doUpdateSet(added('document_hours', Object.keys(emptyLedger))),
    ),
);
