import { type INPMetricWithAttribution, onCLS, onINP } from 'web-vitals/attribution';
import { performanceLimits } from '../../shared/performance-limits.ts';
import type { Interaction } from '../../shared/performance-report.ts';
import { describeScript } from './long-frames.ts';

/**
 * What viewers feel of the page, as Web Vitals define it. Their library cannot be told to stop: it listens until the page ends, and
 * works only when the viewer does something or the layout moves.
 */
export function watchInteractions(
  ownBase: string,
  take: (change: { interaction: Interaction } | { layoutShift: number }) => void,
): void {
  onINP((metric) => take({ interaction: describe(metric, ownBase) }), {
    reportAllChanges: true,
    durationThreshold: performanceLimits.interactionMinMs,
    // Nobody is told which element it was.
    generateTarget: () => '-',
  });
  onCLS(({ value }) => take({ layoutShift: value }), {
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
