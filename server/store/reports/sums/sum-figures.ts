import { outcomesOf } from '../outcome-counts.ts';
import {
  type PlaybackFigures,
  rebufferBarsPercent,
  type Spread,
  startBarsMs,
} from '../report-figures.ts';
import { reportLimits } from '../report-limits.ts';
import { totalsOf } from '../report-totals.ts';
import { addSum, type Cause, emptySum, type Measured, type PlaybackSum } from './playback-sum.ts';
import type { StepSums } from './step-sums.ts';
import { countOf, quantileOf } from './value-bins.ts';

/** @returns all sums added up */
function totalOf(steps: StepSums): PlaybackSum {
  const total = emptySum();
  for (const sum of steps.values()) addSum(total, sum);
  return total;
}

/** @returns the figures of a report, whose quantiles are not exact */
export function figuresOf(steps: StepSums): PlaybackFigures {
  const total = totalOf(steps);
  return {
    totals: totalsOf(total.figures),
    startMs: { ...spreadOf(total.start), bars: barsOf(total.start, startBarsMs) },
    rebufferPercent: {
      ...spreadOf(total.rebuffer),
      bars: barsOf(total.rebuffer, rebufferBarsPercent),
    },
    steps: [...steps]
      .filter(([, { figures }]) => figures.playbacks > 0)
      .sort(([one], [other]) => one - other)
      .map(([atMs, { figures, start }]) => ({
        atMs,
        ...outcomesOf(figures),
        medianStartMs: quantileOf(start.bins, 0.5),
      })),
    failures: causesOf(total, false),
    refusals: causesOf(total, true),
  };
}

function spreadOf({ bins }: Measured): Spread {
  return {
    count: countOf(bins),
    median: quantileOf(bins, 0.5),
    p95: quantileOf(bins, 0.95),
  };
}

function barsOf({ bars }: Measured, ends: readonly number[]) {
  return [...ends, null].map((below, index) => ({ below, count: bars[index] ?? 0 }));
}

function causesOf({ causes }: PlaybackSum, isRefusal: boolean) {
  return [...causes.values()]
    .filter((cause) => cause.isRefusal === isRefusal && cause.playbacks > 0)
    .sort((one, other) => other.playbacks - one.playbacks || order(one, other))
    .slice(0, reportLimits.causesCount)
    .map(({ name, playbacks, before }) => ({
      name,
      beforeStart: before,
      midStream: playbacks - before,
    }));
}

const order = (one: Cause, other: Cause) => (one.name < other.name ? -1 : 1);
