import { overviewOf, reportOf } from '../reports/add-parts.ts';
import { addAudience } from '../reports/audience/add-audience.ts';
import { addCosts } from '../reports/cost/add-costs.ts';
import { compareArms } from '../reports/experiments/compare-arms.ts';
import { ofEachColumn } from '../reports/filter-columns.ts';
import { latestOf } from '../reports/latest-cut.ts';
import { reportStepFor } from '../reports/read-steps.ts';
import type { Cuts, ReportPart } from '../reports/report-parts.ts';
import type { Reports } from '../reports/reports.ts';

/**
 * Reports over several stores. Each has its part counted from where it has to be cut; if the parts
 * are cut at different moments, they are read again from the latest of these.
 */
export function addReports(
  stores: () => readonly Reports[],
): Pick<Reports, 'dashboard' | 'overview' | 'cost' | 'audience' | 'experiment'> {
  return {
    async dashboard(filter) {
      const parts = await readAlike(
        stores(),
        (reports, cuts?: Cuts) => reports.part(filter, cuts),
        cutsOf,
      );
      return reportOf(parts, reportStepFor(filter));
    },
    async overview(filter) {
      const parts = await readAlike(
        stores(),
        (reports, cuts?: { figures: number | null }) => reports.overviewPart(filter, cuts?.figures),
        ({ figures }) => ({ figures: figures.countedFromMs }),
      );
      return overviewOf(parts);
    },
    // They are counted from the same moment, because each has its measured embeds.
    cost: async (filter) =>
      addCosts(await Promise.all(stores().map((reports) => reports.costPart(filter)))),
    async audience(filter, nowMs) {
      const parts = stores().map((reports) => reports.audiencePart(filter, nowMs));
      return addAudience(await Promise.all(parts), filter, nowMs);
    },
    async experiment(question) {
      const parts = stores().map((reports) => reports.experimentPart(question));
      return compareArms(await Promise.all(parts), question.share);
    },
  };
}

/** Reads a part of each store, all cut alike. */
async function readAlike<Part, Found extends Readonly<Record<string, number | null>>>(
  stores: readonly Reports[],
  read: (reports: Reports, cuts?: Found) => Promise<Part>,
  cutsIn: (part: Part) => Found,
): Promise<Part[]> {
  const parts = await Promise.all(stores.map((reports) => read(reports)));
  const found = parts.map(cutsIn);
  const [some] = found;
  if (some === undefined) return parts;
  const latest = Object.fromEntries(
    Object.keys(some).map((name) => [name, latestOf(found.map((cuts) => cuts[name] ?? null))]),
  ) as Found;
  return Promise.all(
    parts.map((part, index) => {
      const reports = stores[index];
      const isAlike = Object.keys(latest).every((name) => found[index]?.[name] === latest[name]);
      return isAlike || reports === undefined ? part : read(reports, latest);
    }),
  );
}

function cutsOf({ figures, lists, latest, completeness }: ReportPart): Cuts {
  return {
    figures: figures.countedFromMs,
    completeness: completeness.countedFromMs,
    latest: latest.countedFromMs,
    ...ofEachColumn((column) => lists[column].countedFromMs),
  };
}
