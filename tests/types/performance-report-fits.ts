import type {
  PerformanceBudget as ToldBudget,
  PerformanceReport as ToldReport,
} from '../../sdk/performance-report.ts';
import type { PerformanceReport } from '../../shared/telemetry/performance-report.ts';
import type { PerformanceBudget } from '../../src/telemetry/performance/performance-budget.ts';

// Compiles, or the SDK promises host pages another report than the player sends.
export const isAsPromised = (report: PerformanceReport): ToldReport => report;
export const isAllPromised = (report: ToldReport): PerformanceReport => report;
export const canBeDeclared = (budget: PerformanceBudget): ToldBudget => budget;
export const isKnown = (budget: Required<ToldBudget>): PerformanceBudget => budget;
