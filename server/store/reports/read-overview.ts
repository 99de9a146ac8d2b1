import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { readSpread } from './read-spread.ts';
import { readMalformed } from './read-steps.ts';
import { readTotals } from './read-totals.ts';
import type { QoeOverview, ReportFilter } from './reports.ts';

export async function readOverview(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<QoeOverview> {
  const totals = await readTotals(database, filter);
  return {
    playbacks: totals.playbacks,
    played: totals.played,
    summaries: totals.summaries,
    exitsBeforeStart: totals.exitsBeforeStart,
    autoplaysBlocked: totals.autoplaysBlocked,
    failures: { beforeStart: totals.failuresBeforeStart, midStream: totals.failuresMidStream },
    refusals: totals.refusals,
    rebuffered: totals.rebuffered,
    startMs: await readSpread(database, filter, 'start_ms'),
    rebufferPercent: await readSpread(database, filter, 'rebuffer_percent'),
    malformed: await readMalformed(database, filter),
  };
}
