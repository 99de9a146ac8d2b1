import type { Measure } from './page/measures.ts';
import { judge, type Series, type Trend, trendOf, type Verdict, withoutWarmUp } from './trend.ts';

/** The first cycles of each document or worker, which are not judged. */
const warmUpCycles = 3;

export interface MeasureTrend {
  measure: Measure;
  trend: Trend;
  verdict: Verdict;
  /** The judged cycles. */
  judged: number[];
}

interface Row {
  cycle: number;
  values: Record<string, number | undefined>;
  lives: Partial<Record<Measure['of'], string>>;
}

export function judgeMeasures(measures: readonly Measure[], rows: readonly Row[]): MeasureTrend[] {
  return measures.map((measure) => {
    const series = withoutWarmUp(seriesOf(measure, rows), warmUpCycles);
    const trend = trendOf(series);
    const judged = series.flatMap(({ points }) => points.map(({ cycle }) => cycle));
    return { measure, trend, verdict: judge(trend, measure.allowed), judged };
  });
}

function seriesOf({ id, of }: Measure, rows: readonly Row[]): Series[] {
  const lives = Map.groupBy(
    rows.filter(({ values, lives }) => values[id] !== undefined && lives[of] !== undefined),
    ({ lives }) => lives[of] ?? '',
  );
  return [...lives].map(([life, own]) => ({
    life,
    points: own.map(({ cycle, values }) => ({ cycle, value: values[id] ?? Number.NaN })),
  }));
}
