import type { Experiments } from '../../experiments/run-experiments.ts';
import type { ReportFilter } from '../../store/reports/report-figures.ts';

/**
 * @returns the filter with the numbers of its experiment's arms; an unknown experiment has none
 * @throws {StoreError}
 */
export async function findArms(
  filter: ReportFilter,
  experiments: Pick<Experiments, 'armNumbers'>,
): Promise<ReportFilter> {
  const { experiment, arm } = filter;
  if (experiment === undefined) return filter;
  return { ...filter, arms: await experiments.armNumbers(experiment, arm) };
}
