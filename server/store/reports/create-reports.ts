import type { StoreDriver } from '../store-driver.ts';
import { readAccounting } from './read-accounting.ts';
import { readErrors } from './read-errors.ts';
import { readGroups } from './read-groups.ts';
import { readOverview } from './read-overview.ts';
import { readLatest, readPlaybackRows } from './read-playback-rows.ts';
import { barsOf, readSpread } from './read-spread.ts';
import { readIntakeSteps, readPlaybackSteps, stepFor } from './read-steps.ts';
import { readCauses, readTotals } from './read-totals.ts';
import type { Reports } from './reports.ts';
import { rebufferBarsPercent, startBarsMs } from './reports.ts';

/**
 * Reports over any database with the store's tables. Their queries use only what SQLite and
 * PostgreSQL have in common. Each report runs its queries one by one in one snapshot. Thus its
 * figures agree while events arrive, and it uses one connection.
 */
export function createReports({ snapshot }: Pick<StoreDriver, 'snapshot'>): Reports {
  return {
    dashboard: (filter) =>
      snapshot(async (database) => {
        const stepMs = stepFor(filter);
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
          stepMs,
          steps: await readPlaybackSteps(database, filter, stepMs),
          intake: await readIntakeSteps(database, filter, stepMs),
          videos: await readGroups(database, filter, 'video_id'),
          hosts: await readGroups(database, filter, 'host'),
          browsers: await readGroups(database, filter, 'browser'),
          latest: await readLatest(database, filter),
          failures: await readCauses(database, filter, 'failures'),
          refusals: await readCauses(database, filter, 'refusals'),
          accounting: await readAccounting(database),
          errors: await readErrors(database, filter),
        };
      }),
    overview: (filter) => snapshot((database) => readOverview(database, filter)),
    playbackRows: (filter, after, limit) =>
      snapshot((database) => readPlaybackRows(database, filter, { after, limit })),
  };
}
