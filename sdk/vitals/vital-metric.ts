/** The vitals that players report. */
export type VitalName = 'CLS' | 'INP' | 'LCP';

/** The part of a metric of `web-vitals` (from version 4) that is read here. */
export interface VitalMetric {
  name: string;
  value: number;
  rating: string;
  /** Since this `id` was last reported. */
  delta: number;
  /** One for each page view; a page that returns from the back/forward cache begins another. */
  id: string;
  entries: PerformanceEntry[];
  navigationType: string;
  attribution?: object;
}

/** The players' part of a metric. */
export interface PlayerShare {
  /** A selector of the frame; with CLS, of the frame with the largest shift. */
  frame: string;
  /** Their part of the metric's value. */
  value: number;
  /** With INP: the player's file and function that took longest; `null` for any other script. */
  script?: { script: string | null; function: string } | null;
}

/** A metric of `web-vitals`; `attribution.player` is there if players have a part of its value. */
export interface MergedMetric extends VitalMetric {
  name: VitalName;
  rating: 'good' | 'needs-improvement' | 'poor';
  attribution?: { player?: PlayerShare };
}

/** Good up to the first, poor beyond the second (https://web.dev/articles/vitals). */
const thresholds: Record<VitalName, readonly [good: number, poor: number]> = {
  CLS: [0.1, 0.25],
  INP: [200, 500],
  LCP: [2_500, 4_000],
};

export function rate(name: VitalName, value: number): MergedMetric['rating'] {
  const [good, poor] = thresholds[name];
  if (value > poor) return 'poor';
  return value > good ? 'needs-improvement' : 'good';
}
