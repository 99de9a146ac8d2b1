/** Collects numbers by period of time. */
export interface PeriodSums<Counts> {
  /** @param atMs any moment of the period, in Unix milliseconds */
  add(atMs: number, more: Partial<Counts>): void;
  /** By the start of the period. */
  sums: ReadonlyMap<number, Counts>;
}

/** @param none zeros, in the order of the table's columns */
export function startPeriodSums<Counts extends Record<keyof Counts, number>>(
  periodMs: number,
  none: Readonly<Counts>,
): PeriodSums<Counts> {
  const names = Object.keys(none) as (keyof Counts)[];
  const sums = new Map<number, Counts>();
  return {
    sums,
    add(atMs, more) {
      const startMs = Math.floor(atMs / periodMs) * periodMs;
      const sum = sums.get(startMs) ?? { ...none };
      for (const name of names) sum[name] = (sum[name] + (more[name] ?? 0)) as Counts[keyof Counts];
      sums.set(startMs, sum);
    },
  };
}
