import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { readSpread } from './read-spread.ts';
import { readMalformed } from './read-steps.ts';
import { readTotals, totalsOf } from './read-totals.ts';
import type { QoeOverview, ReportFilter } from './reports.ts';
import type { PlaybackSelection } from './select-playbacks.ts';
import { readSums, type StepSums } from './sums/read-sums.ts';
import { spreadOf, totalOf } from './sums/sum-figures.ts';
import { planFigures } from './sums/sums-plan.ts';

const dayMs = 86_400_000;

export async function readOverview(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
): Promise<QoeOverview> {
  const { sums, filter: counted, countedFromMs } = await planFigures(database, filter);
  const { totals, startMs, rebufferPercent } =
    sums === null
      ? await countShort(database, counted)
      : shortOf(await readSums(database, counted, sums, dayMs));
  return {
    playbacks: totals.playbacks,
    played: totals.played,
    summaries: totals.summaries,
    exitsBeforeStart: totals.exitsBeforeStart,
    autoplaysBlocked: totals.autoplaysBlocked,
    failures: { beforeStart: totals.failuresBeforeStart, midStream: totals.failuresMidStream },
    refusals: totals.refusals,
    rebuffered: totals.rebuffered,
    startMs,
    rebufferPercent,
    malformed: await readMalformed(database, filter),
    countedFromMs,
  };
}

async function countShort(database: Kysely<StoreTables>, filter: PlaybackSelection) {
  return {
    totals: await readTotals(database, filter),
    startMs: await readSpread(database, filter, 'start_ms'),
    rebufferPercent: await readSpread(database, filter, 'rebuffer_percent'),
  };
}

function shortOf(steps: StepSums) {
  const { figures, start, rebuffer } = totalOf(steps);
  return {
    totals: totalsOf(figures),
    startMs: spreadOf(start),
    rebufferPercent: spreadOf(rebuffer),
  };
}
