import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { readFigures } from './read-figures.ts';
import { readMalformed } from './read-steps.ts';
import type { QoeOverview, ReportFilter, Spread } from './reports.ts';

const dayMs = 86_400_000;

export async function readOverview(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<QoeOverview> {
  const { figures, countedFromMs } = await readFigures(database, filter, dayMs);
  const { totals, startMs, rebufferPercent } = figures;
  return {
    playbacks: totals.playbacks,
    played: totals.played,
    summaries: totals.summaries,
    exitsBeforeStart: totals.exitsBeforeStart,
    autoplaysBlocked: totals.autoplaysBlocked,
    failures: { beforeStart: totals.failuresBeforeStart, midStream: totals.failuresMidStream },
    refusals: totals.refusals,
    rebuffered: totals.rebuffered,
    startMs: spreadOf(startMs),
    rebufferPercent: spreadOf(rebufferPercent),
    malformed: await readMalformed(database, filter),
    countedFromMs,
  };
}

function spreadOf({ count, median, p95 }: Spread): Spread {
  return { count, median, p95 };
}
