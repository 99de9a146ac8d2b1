import type { Kysely } from 'kysely';
import { added } from '../added.ts';
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
  if (sums.size === 0) return;
  await database
    .insertInto('intake_minutes')
    .values([...sums].map(([minute_ms, sum]) => ({ minute_ms, writer, ...sum })))
    .onConflict((conflict) =>
      conflict
        .columns(['minute_ms', 'writer'])
        .doUpdateSet(added('intake_minutes', Object.keys(none))),
    )
    .execute();
}
