import { debugLimits } from '../../../shared/limits/debug-limits.ts';
import type { PerformanceReport } from '../../../shared/telemetry/performance-report.ts';
import type { TraceSpan } from '../../../shared/telemetry/trace-span.ts';
import type { TrackSummary } from '../../telemetry/trace/kept-spans.ts';

type Row = [name: string, value: string];

/**
 * Shows what the player costs its page, for the developer of the host page. @param spans ordered by
 * start
 */
export function describeCost(
  report: PerformanceReport,
  tracks: readonly TrackSummary[],
  spans: readonly TraceSpan[],
): Row[] {
  const { longTasks, longFrames, interaction, layoutShift, largestPaint, budget } = report;
  const { pageScripts, servicesScripts } = report;
  const broken = budget.measures.filter(({ state }) => state === 'broken');
  const worst = longFrames?.worst[0];
  const culprit = worst?.scripts[0];
  const kb = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    [
      'Long tasks',
      longTasks === null
        ? 'not supported by this browser'
        : `${longTasks.count}, longest ${ms(longTasks.longestMs)}, blocking ${ms(longTasks.blockingMs)}`,
    ],
    [
      'Long frames',
      longFrames === null
        ? 'not supported by this browser'
        : `${longFrames.count}, own scripts ${ms(longFrames.ownScriptMs)}, others ${ms(longFrames.otherScriptMs)}${worst ? `; longest ${ms(worst.ms)}${culprit ? `: ${culprit.script ?? 'third party'} ${culprit.function} (${culprit.invoker}) ${ms(culprit.ms)}` : ''}` : ''}`,
    ],
    [
      'INP',
      interaction === null
        ? 'no interaction yet'
        : `${ms(interaction.inpMs)} (${interaction.type}: waiting ${ms(interaction.inputDelayMs)}, handling ${ms(interaction.processingMs)}, painting ${ms(interaction.presentationMs)})`,
    ],
    ['LCP', largestPaint === null ? 'nothing painted yet' : ms(largestPaint.atMs)],
    ['Layout shift', layoutShift?.toFixed(4) ?? '–'],
    [
      'Scripts',
      `page ${pageScripts.count}, ${kb(pageScripts.bytes)} · services ${servicesScripts ? `${servicesScripts.count}, ${kb(servicesScripts.bytes)}` : '–'}`,
    ],
    ['Budget', broken.length === 0 ? 'met' : ''],
    ...broken.map(
      ({ name, limit, value }): Row => [
        name,
        `${Math.round((value ?? 0) * 1e4) / 1e4} of ${limit}`,
      ],
    ),
    ...tracks.map(({ track, count, totalMs }): Row => [track, `${count} spans, ${ms(totalMs)}`]),
    ...spans
      .slice(-debugLimits.shownSpansCount)
      .map(
        ({ track, name, startMs, endMs }): Row => [
          `at ${ms(startMs)}`,
          `${track}: ${name}, ${ms(endMs - startMs)}`,
        ],
      ),
  ];
}
