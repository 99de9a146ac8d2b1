import type { Kysely } from 'kysely';
import { added } from '../added.ts';
import { createRowsStatement } from '../insert-rows.ts';
import type { StoreTables } from '../store-tables.ts';
import { type PeriodSums, startPeriodSums } from './period-sums.ts';

type MinuteCounts = Omit<StoreTables['intake_minutes'], 'minute_ms' | 'writer'>;

const minuteMs = 60_000;
const none: Readonly<MinuteCounts> = {
  batches: 0,
  events: 0,
  duplicates: 0,
  rejected: 0,
  bytes: 0,
  malformed_summaries: 0,
};

/** Collects counts of the intake until they are written. */
export const startMinuteSums = (): PeriodSums<MinuteCounts> => startPeriodSums(minuteMs, none);

export async function writeMinutes(
  database: Kysely<StoreTables>,
  writer: string,
  { sums }: PeriodSums<MinuteCounts>,
): Promise<void> {
  await addMinutes(
    database,
    [...sums].map(([minute_ms, sum]) => ({ minute_ms, writer, ...sum })),
  );
}

/** Adds rows to those with the same minute and writer. */
export async function addMinutes(
  database: Kysely<StoreTables>,
  rows: readonly StoreTables['intake_minutes'][],
): Promise<void> {
  // All in the same order of columns.
  await addRows(
    database,
    rows.map(({ minute_ms, writer, ...counts }) => ({ minute_ms, writer, ...none, ...counts })),
  );
}

const addRows = createRowsStatement<StoreTables['intake_minutes']>((database, rows) =>
  database
    .insertInto('intake_minutes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['minute_ms', 'writer'])
        .doUpdateSet(added('intake_minutes', Object.keys(none))),
    ),
);
