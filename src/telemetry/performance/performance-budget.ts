import { performanceBudget, performanceLimits } from '../../../shared/limits/performance-limits.ts';
import { type BudgetName, budgetNames } from '../../../shared/telemetry/budget-names.ts';
import type {
  BudgetProblem,
  BudgetVerdict,
  CostReading,
  PerformanceReport,
} from '../../../shared/telemetry/performance-report.ts';
import { parseAs, readAs } from '../../../shared/tools/shape.ts';
import { budgetShape } from '../../../shared/wire/shapes/budget.ts';
import { budgetLimitShape } from '../../../shared/wire/shapes/budget-limit.ts';

/** A limit for each measure; `null` is none. */
export type PerformanceBudget = Record<BudgetName, number | null>;

/** The measured part of a report. */
export type JudgedReading = CostReading & Pick<PerformanceReport, 'mediaBytes'>;

/** Reads the value of each measure. */
const measures: Record<BudgetName, (reading: JudgedReading) => number | null | undefined> = {
  blockingMs: ({ longTasks }: CostReading) => longTasks?.blockingMs,
  longTaskMs: ({ longTasks }: CostReading) => longTasks?.longestMs,
  longFrameBlockingMs: ({ longFrames }: CostReading) => longFrames?.blockingMs,
  ownScriptMs: ({ longFrames }: CostReading) => longFrames?.ownScriptMs,
  inpMs: ({ interaction }: CostReading) => interaction?.inpMs,
  layoutShift: ({ layoutShift }: CostReading) => layoutShift,
  pageScriptBytes: ({ pageScripts }: CostReading) => pageScripts.bytes,
  servicesScriptBytes: ({ servicesScripts }: CostReading) => servicesScripts?.bytes,
  mediaBytes: ({ mediaBytes }: JudgedReading) => mediaBytes,
  requestCount: ({ requestCount }: CostReading) => requestCount,
  servicesStartMs: ({ services }: CostReading) => services.startMs,
  playToFirstFrameMs: ({ start }: CostReading) => start.playToFirstFrameMs,
  messagesToHostCount: ({ messages }: CostReading) => messages.toHostCount,
};

export const defaultBudget: PerformanceBudget = {
  ...(Object.fromEntries(budgetNames.map((name) => [name, null])) as PerformanceBudget),
  blockingMs: performanceBudget.blockingMs,
  longTaskMs: performanceBudget.longTaskMs,
  inpMs: performanceBudget.inpMs,
  layoutShift: performanceBudget.layoutShift,
  pageScriptBytes: performanceBudget.pageScriptBytes,
  servicesScriptBytes: performanceBudget.servicesScriptBytes,
};

/**
 * @param declared by the host: limits by measure; `null` removes a limit. Other measures keep their
 *   limits; unreadable fields are ignored and reported.
 */
export function declareBudget(
  before: PerformanceBudget,
  declared: unknown,
): { budget: PerformanceBudget; problems: BudgetProblem[] } {
  const budget = { ...before };
  const problems: BudgetProblem[] = [];
  const fields = readAs(budgetShape, declared);
  if (fields === null) {
    const message =
      'A budget must be an object with a limit for each measure, such as {"blockingMs": 100}.';
    return { budget, problems: [problem('', message)] };
  }
  for (const [field, value] of Object.entries(fields)) {
    if (problems.length >= performanceLimits.budgetProblemsCount) break;
    const shown = field.slice(0, performanceLimits.nameMaxChars);
    const name = budgetNames.find((known) => known === field);
    const read = parseAs(budgetLimitShape, value);
    if (name === undefined)
      problems.push(problem(shown, `Unknown measure; use one of ${budgetNames.join(', ')}.`));
    else if (!read.success)
      problems.push(problem(shown, 'A limit must be a number, 0 or more, or null for no limit.'));
    else budget[name] = read.data;
  }
  return { budget, problems };
}

function problem(field: string, message: string): BudgetProblem {
  return { code: 'BAD_BUDGET', field, message };
}

/**
 * Compares the readings with the budget. A limit may be reached but not exceeded; an unknown value
 * is neither kept nor broken.
 */
export function judge(
  budget: PerformanceBudget,
  reading: JudgedReading,
  problems: readonly BudgetProblem[],
): BudgetVerdict {
  const judged: BudgetVerdict['measures'] = [];
  for (const name of budgetNames) {
    const limit = budget[name];
    if (limit === null) continue;
    const value = measures[name](reading) ?? null;
    judged.push({
      name,
      limit,
      value,
      state: value === null ? 'unknown' : value > limit ? 'broken' : 'kept',
    });
  }
  return { measures: judged, problems };
}
