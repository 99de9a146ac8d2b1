import type {
  PerformanceBudget as ToldBudget,
  PerformanceReport as ToldReport,
} from '../../sdk/performance-report.ts';
import type { PerformanceReport } from '../../shared/telemetry/performance-report.ts';
import type { PerformanceBudget } from '../../src/telemetry/performance/performance-budget.ts';

// Fails to compile if the SDK's report for host pages differs from the player's.
export const isAsPromised = (report: PerformanceReport): ToldReport => report;
export const isAllPromised = (report: ToldReport): PerformanceReport => report;
export const canBeDeclared = (budget: PerformanceBudget): ToldBudget => budget;
export const isKnown = (budget: Required<ToldBudget>): PerformanceBudget => budget;
