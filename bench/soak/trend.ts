/** Values of one document or worker, one a cycle. */
export interface Series {
  life: string;
  points: readonly { cycle: number; value: number }[];
}

/** Trend from cycle to cycle: the median of all slopes between two points. */
export interface Trend {
  points: number;
  /** Per cycle; `null` with too few points. */
  slope: number | null;
  /** Bounds of the confidence interval of the slope. */
  low: number;
  high: number;
  /** Median of the values extrapolated to `cycle` 0 with the slope. */
  start: number;
}

/**
 * Standard normal quantile of 99 % confidence, two-sided: with the soak's dozen measures, a failure
 * by chance is rare.
 */
const z99 = 2.576;
const pairsMin = 10;

/**
 * The slope of Theil and Sen, with Sen's confidence interval: half the slopes between two points
 * are steeper, half are less steep. A single step or outlier hardly changes it, unlike a
 * least-squares fit.
 *
 * Only points of one life are compared with each other, as Hirsch, Slack and Smith (1982) do with
 * seasons: a new document begins with less than an old one.
 */
export function trendOf(series: readonly Series[]): Trend {
  const slopes: number[] = [];
  let variance = 0;
  let count = 0;
  for (const { points } of series) {
    count += points.length;
    variance += varianceOf(points.map(({ value }) => value));
    for (const [index, a] of points.entries())
      for (const b of points.slice(index + 1))
        slopes.push((b.value - a.value) / (b.cycle - a.cycle));
  }
  if (slopes.length < pairsMin)
    return {
      points: count,
      slope: null,
      low: Number.NEGATIVE_INFINITY,
      high: Number.POSITIVE_INFINITY,
      start: 0,
    };
  slopes.sort((a, b) => a - b);
  const reach = z99 * Math.sqrt(variance);
  const at = (rank: number) =>
    slopes[Math.min(slopes.length - 1, Math.max(0, Math.round(rank)))] ?? Number.NaN;
  const slope = median(slopes);
  const starts = series.flatMap(({ points }) =>
    points.map(({ cycle, value }) => value - slope * cycle),
  );
  return {
    points: count,
    slope,
    low: at((slopes.length - reach) / 2 - 1),
    high: at((slopes.length + reach) / 2),
    start: median(starts.toSorted((a, b) => a - b)),
  };
}

/** Variance of Kendall's S for values without a trend, with correction for ties. */
function varianceOf(values: readonly number[]): number {
  const term = (n: number) => n * (n - 1) * (2 * n + 5);
  const ties = Map.groupBy(values, (value) => value);
  const tied = [...ties.values()].reduce((sum, { length }) => sum + term(length), 0);
  return (term(values.length) - tied) / 18;
}

/** @param sorted at least one */
function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/**
 * Removes the first cycles of a document or worker: code is compiled, caches fill, late scripts
 * load.
 */
export function withoutWarmUp(series: readonly Series[], warmUpCycles: number): Series[] {
  return series.map(({ life, points }) => {
    const first = points[0]?.cycle ?? 0;
    return { life, points: points.filter(({ cycle }) => cycle - first >= warmUpCycles) };
  });
}

export type Verdict = 'flat' | 'grows' | 'too few points';

/**
 * Reports growth only if it is certain: the whole interval must be above the allowed slope.
 * @param allowed per cycle
 */
export function judge({ slope, low }: Trend, allowed: number): Verdict {
  if (slope === null) return 'too few points';
  return low > allowed ? 'grows' : 'flat';
}
