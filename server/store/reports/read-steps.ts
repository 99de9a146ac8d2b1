import { type Kysely, sql } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import type { IntakeStep, ReportFilter } from './report-figures.ts';
import { reportLimits } from './report-limits.ts';
import { kindOf } from './sums/sums-plan.ts';

const { stepsCount, hourStepsFromMs } = reportLimits;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Step lengths that divide a day or are whole days. */
const stepsMs = [1, 2, 5, 10, 15, 30, 60, 180, 360, 720, 1_440, 10_080, 43_200].map(
  (minutes) => minutes * minuteMs,
);

/** @returns the shortest step with which the filter's period has up to `stepsCount` steps */
export function stepFor({ fromMs, toMs }: Pick<ReportFilter, 'fromMs' | 'toMs'>): number {
  return stepsMs.find((stepMs) => (toMs - fromMs) / stepMs <= stepsCount) ?? Number(stepsMs.at(-1));
}

/**
 * @returns the step of a report's charts: of a long time and one condition, whole hours, because
 *   its playbacks have no shorter sums
 */
export function reportStepFor(filter: ReportFilter): number {
  const isLong = filter.toMs - filter.fromMs >= hourStepsFromMs;
  const kind = kindOf(filter);
  const needsHours = isLong && kind !== null && kind !== 'all';
  return needsHours ? Math.max(hourMs, stepFor(filter)) : stepFor(filter);
}

/**
 * In both databases integers divide to integers. `step` is a literal, because one of them would
 * treat a parameter as a fraction.
 */
export function stepOf(column: 'minute_ms' | 'hour_ms', stepMs: number) {
  const step = sql.lit(stepMs);
  return sql<number>`${sql.ref(column)} / ${step} * ${step}`;
}

/** Selects whole minutes that overlap the filter's period. */
function selectMinutes(database: Kysely<StoreTables>, { fromMs, toMs }: ReportFilter) {
  return database
    .selectFrom('intake_minutes')
    .where('minute_ms', '>=', Math.floor(fromMs / minuteMs) * minuteMs)
    .where('minute_ms', '<', toMs);
}

export async function readIntakeSteps(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  stepMs: number,
): Promise<IntakeStep[]> {
  const rows = await selectMinutes(database, filter)
    .select(({ fn }) => [
      stepOf('minute_ms', stepMs).as('at_ms'),
      fn.sum<number>('batches').as('batches'),
      fn.sum<number>('events').as('events'),
      fn.sum<number>('duplicates').as('duplicates'),
      fn.sum<number>('rejected').as('rejected'),
      fn.sum<number>('bytes').as('bytes'),
      fn.sum<number>('malformed_summaries').as('malformed'),
    ])
    .groupBy('at_ms')
    .orderBy('at_ms')
    .execute();
  return rows.map((row) => ({
    atMs: Number(row.at_ms),
    batches: Number(row.batches),
    events: Number(row.events),
    duplicates: Number(row.duplicates),
    rejected: Number(row.rejected),
    bytes: Number(row.bytes),
    malformedSummaries: Number(row.malformed),
  }));
}

export async function readMalformed(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<number> {
  const { malformed } = await selectMinutes(database, filter)
    .select(({ fn }) => fn.sum<number | null>('malformed_summaries').as('malformed'))
    .executeTakeFirstOrThrow();
  return Number(malformed);
}
