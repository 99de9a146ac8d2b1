import type { StoreDriver } from '../store-driver.ts';
import { readAccounting } from './read-accounting.ts';
import { readErrors } from './read-errors.ts';
import { readFigures } from './read-figures.ts';
import { readLists } from './read-lists.ts';
import { readOverview } from './read-overview.ts';
import { readLatest, readPlaybackRows } from './read-playback-rows.ts';
import { readIntakeSteps, stepFor } from './read-steps.ts';
import type { Reports } from './reports.ts';

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
        const read = await readFigures(database, filter, stepMs);
        const {
          video_id: videos,
          host: hosts,
          browser: browsers,
        } = await readLists(database, filter);
        return {
          ...read.figures,
          stepMs,
          intake: await readIntakeSteps(database, filter, stepMs),
          videos: videos.groups,
          hosts: hosts.groups,
          browsers: browsers.groups,
          countedFromMs: {
            figures: read.countedFromMs,
            videos: videos.countedFromMs,
            hosts: hosts.countedFromMs,
            browsers: browsers.countedFromMs,
          },
          latest: await readLatest(database, read.filter),
          accounting: await readAccounting(database),
          errors: await readErrors(database, filter),
        };
      }),
    overview: (filter) => snapshot((database) => readOverview(database, filter)),
    playbackRows: (filter, after, limit) =>
      snapshot((database) => readPlaybackRows(database, filter, { after, limit })),
  };
}
