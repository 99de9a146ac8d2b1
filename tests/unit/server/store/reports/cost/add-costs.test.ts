import { expect, test } from 'vitest';
import { addCosts } from '../../../../../../server/store/reports/cost/add-costs.ts';
import { readCostFact } from '../../../../../../server/store/reports/cost/cost-facts.ts';
import type { MeasuredPeriod } from '../../../../../../server/store/reports/cost/read-costs.ts';
import { fieldReport } from '../../../reports/field-reports.ts';

/** A store's measured embeds, by the moments at which they arrived. */
function periodOf(moments: readonly number[], countedFromMs: number | null): MeasuredPeriod {
  const facts = readCostFact(fieldReport(1))?.facts;
  if (facts === undefined) throw new Error('the report is not good');
  const embeds = moments.map((receivedMs) => ({ ...facts, host: '', receivedMs }));
  return { fromMs: 0, toMs: 100, countedFromMs, embeds };
}

test('several stores are counted from the latest moment at which one of them is cut', async () => {
  const { present, before } = await addCosts([
    { present: periodOf([50, 40], 40), before: periodOf([1], null) },
    { present: periodOf([60, 39, 5], null), before: periodOf([2], null) },
    { present: periodOf([41, 30], 30), before: periodOf([], null) },
  ]);
  expect(present).toMatchObject({ reports: 4, embeds: 40, countedFromMs: 40 });
  expect(before).toMatchObject({ reports: 2, countedFromMs: null });
});

test('an embed in several experiments counts in each, and others count in none', async () => {
  const period = periodOf([1, 2, 3], null);
  const embeds = period.embeds.map((embed, n) => ({
    ...embed,
    experiments: [['7', '24'], ['7'], []][n] ?? [],
  }));
  const { groups } = await addCosts([{ present: { ...period, embeds }, before: null }]);
  const counts = groups.experiment.map(({ name, reports }) => [name, reports]);
  expect(counts).toEqual([
    ['7', 2],
    ['', 1],
    ['24', 1],
  ]);
});

test('of many invented names, the groups with the most reports are shown', async () => {
  const period = periodOf(
    Array.from({ length: 1_000 }, (_, n) => n),
    null,
  );
  const embeds = period.embeds.map((embed, n) => ({
    ...embed,
    host: n < 6 ? 'real' : `invented-${n}`,
  }));
  const { groups } = await addCosts([{ present: { ...period, embeds }, before: null }]);
  expect(groups.host).toHaveLength(50);
  expect(groups.host[0]).toMatchObject({ name: 'real', reports: 6 });
});

test('without a store there is nothing', async () => {
  const { present, before, groups, scripts } = await addCosts([]);
  expect([present.reports, before, groups.host, scripts]).toEqual([0, null, [], []]);
});
