import { type INPMetricWithAttribution, onCLS, onINP, onLCP } from 'web-vitals/attribution';
import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import type { Interaction, LargestPaint } from '../../../shared/telemetry/performance-report.ts';
import { describeScript } from './long-frames.ts';

/** Measures of what viewers notice. `null`: not measured, or it has not happened. */
export interface Vitals {
  interaction: Interaction | null;
  layoutShift: number | null;
  largestPaint: LargestPaint | null;
}

/**
 * Measures what viewers notice, as defined by Web Vitals. The library cannot be stopped: it listens
 * until the page ends, but works only on interactions, layout shifts and larger pictures.
 */
export function watchVitals(ownBase: string, receive: (change: Partial<Vitals>) => void): void {
  // The element is not recorded.
  const generateTarget = () => '-';
  onINP((metric) => receive({ interaction: describe(metric, ownBase) }), {
    reportAllChanges: true,
    durationThreshold: performanceLimits.interactionMinMs,
    generateTarget,
  });
  onCLS(({ value }) => receive({ layoutShift: value }), { reportAllChanges: true, generateTarget });
  onLCP(
    (metric) =>
      receive({
        largestPaint: {
          atMs: metric.value,
          // A larger picture of the same moment changes the metric without a call.
          get areaPx() {
            return metric.entries.at(-1)?.size ?? 0;
          },
        },
      }),
    { reportAllChanges: true, generateTarget },
  );
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
