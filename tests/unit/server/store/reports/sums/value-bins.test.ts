import { expect, test } from 'vitest';
import { reportLimits } from '../../../../../../server/store/reports/report-limits.ts';
import {
  addToBin,
  type Bins,
  binOf,
  countOf,
  quantileOf,
} from '../../../../../../server/store/reports/sums/value-bins.ts';
import { quantile } from '../../../../../../shared/tools/quantile.ts';
import { createRandom } from '../../../../../support/create-random.ts';

function binsOf(values: readonly number[]): Bins {
  const bins: Bins = new Map();
  for (const value of values) addToBin(bins, binOf(value), 1);
  return bins;
}

test('quantiles of bins are as near to the exact ones as the limit says, for values of every size', () => {
  const random = createRandom(3);
  for (const largest of [1, 10_000, reportLimits.amountMax]) {
    const values = Array.from({ length: 999 }, () => random() ** 4 * largest);
    for (const q of [0.001, 0.5, 0.95, 1]) {
      const exact = quantile(values, q) ?? 0;
      const error = Math.abs((quantileOf(binsOf(values), q) ?? 0) - exact);
      expect(error).toBeLessThanOrEqual((exact * reportLimits.quantileErrorPercent) / 100 + 1e-9);
    }
  }
});

test('zero stays zero, and without values there is no quantile', () => {
  expect(quantileOf(binsOf([0, 0, 5]), 0.5)).toBe(0);
  expect(quantileOf(binsOf([0, Number.MIN_VALUE]), 1)).toBe(0);
  expect(quantileOf(binsOf([]), 0.5)).toBe(null);
});

test('a value that is taken away leaves no trace', () => {
  const bins = binsOf([7, 7, 300]);
  addToBin(bins, binOf(300), -1);
  addToBin(bins, binOf(7), -1);
  expect(bins).toEqual(binsOf([7]));
  expect(countOf(bins)).toBe(1);
});
