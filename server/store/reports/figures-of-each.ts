import { quantile } from '../../../shared/tools/quantile.ts';
import type { PlaybackFigures, Spread } from './report-figures.ts';
import type { SummedColumns } from './report-tables.ts';
import { addEach, type StepSums } from './sums/step-sums.ts';
import { figuresOf } from './sums/sum-figures.ts';
import { startOf } from './sums/sum-periods.ts';

/**
 * @param stepMs length of the steps of the report's charts
 * @returns the figures of these playbacks, with exact quantiles
 */
export function figuresOfEach(
  playbacks: readonly SummedColumns[],
  stepMs: number,
): PlaybackFigures {
  const sums: StepSums = new Map();
  addEach(sums, playbacks, stepMs);
  const figures = figuresOf(sums);
  const bySteps = Map.groupBy(playbacks, ({ received_ms }) => startOf(received_ms, stepMs));
  return {
    ...figures,
    startMs: { ...figures.startMs, ...spreadOf(playbacks, 'start_ms') },
    rebufferPercent: { ...figures.rebufferPercent, ...spreadOf(playbacks, 'rebuffer_percent') },
    steps: figures.steps.map((step) => ({
      ...step,
      medianStartMs: quantile(valuesOf(bySteps.get(step.atMs) ?? [], 'start_ms'), 0.5),
    })),
  };
}

type MeasuredColumn = 'start_ms' | 'rebuffer_percent';

function spreadOf(playbacks: readonly SummedColumns[], column: MeasuredColumn): Spread {
  const values = valuesOf(playbacks, column);
  return { count: values.length, median: quantile(values, 0.5), p95: quantile(values, 0.95) };
}

function valuesOf(playbacks: readonly SummedColumns[], column: MeasuredColumn): number[] {
  return playbacks.map((playback) => playback[column]).filter((value) => value !== null);
}
