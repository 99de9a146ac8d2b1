import { type INPMetricWithAttribution, onCLS, onINP } from 'web-vitals/attribution';
import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import type { Interaction } from '../../../shared/telemetry/performance-report.ts';
import { describeScript } from './long-frames.ts';

/**
 * Measures what viewers notice, as defined by Web Vitals. The library cannot be stopped: it listens
 * until the page ends, but works only on interactions and layout shifts.
 */
export function watchInteractions(
  ownBase: string,
  receive: (change: { interaction: Interaction } | { layoutShift: number }) => void,
): void {
  onINP((metric) => receive({ interaction: describe(metric, ownBase) }), {
    reportAllChanges: true,
    durationThreshold: performanceLimits.interactionMinMs,
    // The element is not recorded.
    generateTarget: () => '-',
  });
  onCLS(({ value }) => receive({ layoutShift: value }), {
    reportAllChanges: true,
    generateTarget: () => '-',
  });
}

function describe(
  { value, entries, attribution }: INPMetricWithAttribution,
  ownBase: string,
): Interaction {
  const script = attribution.longestScript?.entry;
  return {
    inpMs: value,
    type: entries[0]?.name ?? attribution.interactionType ?? '',
    startMs: attribution.interactionTime ?? 0,
    inputDelayMs: attribution.inputDelay,
    processingMs: attribution.processingDuration,
    presentationMs: attribution.presentationDelay,
    script: script ? describeScript(script, ownBase) : null,
  };
}
