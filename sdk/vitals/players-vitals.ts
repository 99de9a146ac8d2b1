import type { PerformanceReport } from '../performance-report.ts';
import type { ReportedVitals } from './read-report.ts';

/** A frame as a host page has it. */
export interface FramePlace {
  /** A selector of the frame. */
  frame: string;
  /** The part of the viewport that the frame covers now, 0 to 1. */
  share(): number;
}

/** The vitals of all players of a page, on the page's clock. */
export interface PlayersVitals {
  /** The slowest interaction. */
  interaction: (NonNullable<PerformanceReport['interaction']> & { frame: string }) | null;
  /** The sum of all shifts, each by its player's part of the viewport; `frame` had the largest. */
  shift: { value: number; frame: string; largest: number } | null;
  largestPaint: { atMs: number; areaPx: number; frame: string } | null;
}

export const noVitals: PlayersVitals = { interaction: null, shift: null, largestPaint: null };

/**
 * Adds a player's report.
 * @param before the layout shift in the player's report before this one
 * @param pageOriginMs Unix time at which the host page was opened
 */
export function addReport(
  vitals: PlayersVitals,
  { timeOriginMs, interaction, layoutShift, largestPaint }: ReportedVitals,
  { place, before, pageOriginMs }: { place: FramePlace; before: number; pageOriginMs: number },
): PlayersVitals {
  const { frame } = place;
  // The difference first: sums with a Unix time are exact to 0.2 µs only.
  const sincePageMs = timeOriginMs - pageOriginMs;
  const onPage = (ms: number) => ms + sincePageMs;
  const next = { ...vitals };
  if (interaction) {
    const startMs = onPage(interaction.startMs);
    const known = next.interaction;
    // Its script may be reported later.
    const isKnown = known?.frame === frame && known.startMs === startMs;
    if (isKnown || interaction.inpMs > (known?.inpMs ?? -1))
      next.interaction = { ...interaction, startMs, frame };
  }
  if (largestPaint && largestPaint.areaPx > (next.largestPaint?.areaPx ?? 0))
    next.largestPaint = { ...largestPaint, atMs: onPage(largestPaint.atMs), frame };
  if (layoutShift !== null && layoutShift > before) {
    const added = (layoutShift - before) * place.share();
    const most = next.shift ?? { value: 0, frame, largest: 0 };
    next.shift = {
      value: most.value + added,
      frame: added > most.largest ? frame : most.frame,
      largest: Math.max(added, most.largest),
    };
  }
  return next;
}
