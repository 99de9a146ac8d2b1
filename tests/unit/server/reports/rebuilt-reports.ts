import { expect } from 'vitest';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { reportLimits } from '../../../../server/store/reports/report-limits.ts';
import type { StorePlace } from '../support/store-place.ts';
import { wholeTime } from './playback-events.ts';
import { audienceOf } from './viewing-events.ts';

/** More than one step of a rebuild computes. */
export const documents = reportLimits.rebuiltDocumentsCount + 10;

/** The reports without the list that depends on the order of rows. */
export async function reportOf(store: EventStore) {
  const { latest, ...report } = await store.reports.dashboard(wholeTime);
  expect(latest.length).toBeGreaterThan(0);
  const audience = await audienceOf(store);
  return { ...report, cost: await store.reports.cost(wholeTime), audience };
}

/** Counts by the stored sums, and by the playbacks themselves. */
export async function countsIn({ sql }: StorePlace) {
  const [summed] = await sql(
    "SELECT sum(playbacks) AS playbacks, sum(played) AS played, sum(failed) AS failed FROM playback_sums WHERE kind = 'all' AND span_ms = 60000",
  );
  const [counted] = await sql(
    `SELECT count(*) AS playbacks,
      sum(CASE WHEN is_begun = 1 OR watched_ms > 0 THEN 1 ELSE 0 END) AS played,
      sum(CASE WHEN failure IS NOT NULL THEN 1 ELSE 0 END) AS failed
    FROM playbacks`,
  );
  const numbers = (row: Record<string, unknown> = {}) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  return { summed: numbers(summed), counted: numbers(counted) };
}
