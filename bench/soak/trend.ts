/** Values of one document or worker, one a cycle. */
export interface Series {
  life: string;
  points: readonly { cycle: number; value: number }[];
}

/** How something moves from cycle to cycle, as the median of all slopes between two points says it. */
export interface Trend {
  points: number;
  /** A cycle; `null` with too few points to say anything. */
  slope: number | null;
  /** Between these the true slope is, with the confidence asked for. */
  low: number;
  high: number;
  /** Median of what the values are at `cycle` 0 when the slope is taken off. */
  start: number;
}

/** Standard normal quantile of 99 % confidence, both sides: of the soak's dozen measures hardly one may be red by chance. */
const z99 = 2.576;
const pairsMin = 10;

/**
 * The slope of Theil and Sen, and Sen's confidence interval around it: half the slopes between two points are steeper, half are
 * less so. A single step or outlier moves it hardly, unlike a least-squares fit. Only points of one life are compared with each
 * other (as Hirsch, Slack and Smith 1982 do with seasons): a new document begins with less than an old one.
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

/** Of Kendall's S among so many values without a trend, ties taken into account. */
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

/** The first cycles of a document or worker: code is compiled, caches fill, what comes late comes. */
export function withoutWarmUp(series: readonly Series[], warmUpCycles: number): Series[] {
  return series.map(({ life, points }) => {
    const first = points[0]?.cycle ?? 0;
    return { life, points: points.filter(({ cycle }) => cycle - first >= warmUpCycles) };
  });
}

export type Verdict = 'flat' | 'grows' | 'too few points';

/**
 * Grows what surely does: all of the interval lies above what is allowed.
 * @param allowed a cycle
 */
export function judge({ slope, low }: Trend, allowed: number): Verdict {
  if (slope === null) return 'too few points';
  return low > allowed ? 'grows' : 'flat';
}
