import type { ExperimentChange } from '../../shared/telemetry/experiment-report.ts';

/** The drawing's width; its middle is no change. */
export const intervalWidth = 100;

/** Half the control's value is at the left end, and twice the value is at the right one. */
const mostFactor = 2;

/** Horizontal positions in the drawing. */
export interface IntervalShape {
  from: number;
  to: number;
  at: number;
  /** Whether it goes on beyond the drawing. */
  isCutLeft: boolean;
  isCutRight: boolean;
}

/** By factors: halving a value is as far from the middle as doubling it. */
export function intervalShape({ percent, low, high }: ExperimentChange): IntervalShape {
  const [from, to, at] = [positionOf(low), positionOf(high), positionOf(percent)];
  return {
    ...{ from: within(from), to: within(to), at: within(at) },
    isCutLeft: from < 0,
    isCutRight: to > intervalWidth,
  };
}

function positionOf(percent: number): number {
  const factor = 1 + percent / 100;
  // Rounding may have made it 0.
  const log = factor <= 0 ? Number.NEGATIVE_INFINITY : Math.log(factor) / Math.log(mostFactor);
  return (intervalWidth / 2) * (1 + log);
}

const within = (position: number) => Math.min(intervalWidth, Math.max(0, position));
