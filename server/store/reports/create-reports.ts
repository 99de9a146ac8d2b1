import type { StoreDriver } from '../store-driver.ts';
import { overviewOf, overviewStepMs, reportOf } from './add-parts.ts';
import { addAudience } from './audience/add-audience.ts';
import { readAudience } from './audience/read-audience.ts';
import { completenessLimits } from './completeness/completeness-limits.ts';
import { readCompleteness } from './completeness/read-completeness.ts';
import { addCosts } from './cost/add-costs.ts';
import { readCosts } from './cost/read-costs.ts';
import { compareArms } from './experiments/compare-arms.ts';
import { readArms } from './experiments/read-arms.ts';
import { readFirstFrames } from './first-frames.ts';
import { readAccounting } from './read-accounting.ts';
import { readErrors } from './read-errors.ts';
import { readFigures } from './read-figures.ts';
import { readLists } from './read-lists.ts';
import { readLatest, readPlaybackRows } from './read-playback-rows.ts';
import { readIntakeSteps, readMalformed, reportStepFor } from './read-steps.ts';
import { type CountingLimits, reportLimits } from './report-limits.ts';
import { noCuts } from './report-parts.ts';
import type { Reports } from './reports.ts';
import { planLists } from './sums/sums-plan.ts';

/**
 * Reports over any database with the store's tables. Their queries use only what SQLite and
 * PostgreSQL have in common. Each part runs its queries one by one in one snapshot. Thus its
 * figures agree while events arrive, and it uses one connection.
 * @param counting default: the limits of every server
 */
export function createReports(
  { snapshot, isPartitioned }: Pick<StoreDriver, 'snapshot' | 'isPartitioned'>,
  counting: CountingLimits = reportLimits,
): Reports {
  const part: Reports['part'] = (filter, cuts = noCuts) =>
    snapshot(async (database) => {
      const stepMs = reportStepFor(filter);
      const figures = await readFigures(database, filter, {
        stepMs,
        floorMs: cuts.figures,
        counting,
      });
      const { countedCount } = counting;
      const plan = planLists(database, filter, counting);
      return {
        figures: figures.part,
        lists: await readLists(database, filter, { floorsMs: cuts, plan, countedCount }),
        firstFrames: await readFirstFrames(database, filter, {
          figures: figures.part,
          floorMs: cuts.started_by,
          plan,
          countedCount,
        }),
        intake: await readIntakeSteps(database, filter, stepMs),
        latest: await readLatest(database, figures.selection, {
          floorMs: cuts.latest,
          countedCount,
        }),
        completeness: await readCompleteness(database, filter, {
          selection: figures.selection,
          stepMs,
          floorMs: cuts.completeness,
          isPartitioned,
          countedCount: Math.min(completenessLimits.countedCount, countedCount),
          nowMs: Date.now(),
        }),
        accounting: await readAccounting(database),
        errors: await readErrors(database, filter),
      };
    });
  const overviewPart: Reports['overviewPart'] = (filter, floorMs = null) =>
    snapshot(async (database) => {
      const figures = await readFigures(database, filter, {
        stepMs: overviewStepMs,
        floorMs,
        counting,
      });
      return { figures: figures.part, malformed: await readMalformed(database, filter) };
    });
  const costPart: Reports['costPart'] = (filter) =>
    snapshot((database) => readCosts(database, filter));
  const audiencePart: Reports['audiencePart'] = (filter, nowMs) =>
    snapshot((database) => readAudience(database, filter, nowMs));
  const experimentPart: Reports['experimentPart'] = (question) =>
    snapshot((database) => readArms(database, question));
  return {
    part,
    overviewPart,
    dashboard: async (filter) => reportOf([await part(filter)], reportStepFor(filter)),
    overview: async (filter) => overviewOf([await overviewPart(filter)]),
    costPart,
    cost: async (filter) => addCosts([await costPart(filter)]),
    audiencePart,
    audience: async (filter, nowMs) =>
      addAudience([await audiencePart(filter, nowMs)], filter, nowMs),
    experimentPart,
    experiment: async (question) => compareArms([await experimentPart(question)], question.share),
    playbackRows: (filter, after, limit) =>
      snapshot((database) => readPlaybackRows(database, filter, { after, limit })),
  };
}
