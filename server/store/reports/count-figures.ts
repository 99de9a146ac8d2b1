import type { Kysely } from 'kysely';
import type { StoreTables } from '../store-tables.ts';
import { barsOf, readSpread } from './read-spread.ts';
import { readPlaybackSteps } from './read-steps.ts';
import { readCauses, readTotals } from './read-totals.ts';
import { type PlaybackFigures, rebufferBarsPercent, startBarsMs } from './reports.ts';
import type { PlaybackSelection } from './select-playbacks.ts';

/** Counts the playbacks of a filter one by one. */
export async function countFigures(
  database: Kysely<StoreTables>,
  filter: PlaybackSelection,
  stepMs: number,
): Promise<PlaybackFigures> {
  return {
    totals: await readTotals(database, filter),
    startMs: {
      ...(await readSpread(database, filter, 'start_ms')),
      bars: await barsOf(database, filter, 'start_ms', startBarsMs),
    },
    rebufferPercent: {
      ...(await readSpread(database, filter, 'rebuffer_percent')),
      bars: await barsOf(database, filter, 'rebuffer_percent', rebufferBarsPercent),
    },
    steps: await readPlaybackSteps(database, filter, stepMs),
    failures: await readCauses(database, filter, 'failures'),
    refusals: await readCauses(database, filter, 'refusals'),
  };
}
