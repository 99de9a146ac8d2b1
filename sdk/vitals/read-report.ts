import type { PerformanceReport } from '../performance-report.ts';
import { reportMaxChars } from '../sdk-limits.ts';

/** The vitals of a player's page. `null`: not measured, or it has not happened. */
export type ReportedVitals = Pick<
  PerformanceReport,
  'timeOriginMs' | 'interaction' | 'layoutShift' | 'largestPaint'
>;

/** @returns a player's message as an object; `null` if it is none */
export function parseMessage(data: unknown): { event?: unknown; info?: unknown } | null {
  try {
    const isShort = typeof data === 'string' && data.length <= reportMaxChars;
    const message: unknown = isShort ? JSON.parse(data) : null;
    return typeof message === 'object' ? message : null;
  } catch {
    // Pages are full of other scripts' messages.
    return null;
  }
}

/** @returns the vitals of an `onPerformanceReport`; parts that are not as promised are `null` */
export function readReport(info: unknown): ReportedVitals | null {
  const { timeOriginMs, interaction, layoutShift, largestPaint } =
    (info as Partial<PerformanceReport> | null) ?? {};
  if (!areAmounts(timeOriginMs)) return null;
  const isInteraction =
    typeof interaction?.type === 'string' &&
    areAmounts(interaction.inpMs, interaction.startMs, interaction.inputDelayMs) &&
    areAmounts(interaction.processingMs, interaction.presentationMs);
  return {
    timeOriginMs: timeOriginMs as number,
    interaction: isInteraction ? interaction : null,
    layoutShift: areAmounts(layoutShift) ? (layoutShift as number) : null,
    largestPaint:
      largestPaint && areAmounts(largestPaint.atMs, largestPaint.areaPx) ? largestPaint : null,
  };
}

function areAmounts(...values: unknown[]): boolean {
  return values.every((value) => Number.isFinite(value) && (value as number) >= 0);
}
