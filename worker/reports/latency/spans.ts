import { actionBounds, type LatencyActionName } from '../../../shared/telemetry/latency-actions.ts';
import type { Tick } from '../../../shared/telemetry/playback-report.ts';

export interface ActionTimes {
  /** Each moment, in milliseconds since the page was opened. */
  ticks: Record<string, number>;
  /** For each moment, milliseconds since the previous one. */
  spans: Record<string, number>;
  /** From the action's first moment to its last. */
  totalMs: number;
}

/** @returns `null` if the action's beginning or end is missing, or the end comes first */
export function measureAction(
  action: LatencyActionName,
  ticks: readonly Tick[],
): ActionTimes | null {
  const [first, last] = actionBounds[action];
  // If a name occurs more than once, the first counts.
  const known = new Map<string, number>();
  for (const { name, ms } of ticks) if (!known.has(name)) known.set(name, Math.round(ms));
  const from = known.get(first);
  const to = known.get(last);
  if (from === undefined || to === undefined || to < from) return null;
  const sorted = [...known].sort(([, a], [, b]) => a - b);
  const spans = sorted
    .slice(1)
    .map(([name, ms], index) => [name, ms - (sorted[index]?.[1] ?? ms)] as const);
  return {
    ticks: Object.fromEntries(sorted),
    spans: Object.fromEntries(spans),
    totalMs: to - from,
  };
}
