import type { ReportFilter } from './report-figures.ts';
import { kindOf } from './sums/sums-plan.ts';

/** @returns the kind of the sums of a filter; `null` without any, as of arms of experiments */
export const storedKindOf = (filter: ReportFilter): ReturnType<typeof kindOf> =>
  filter.arms === undefined ? kindOf(filter) : null;
