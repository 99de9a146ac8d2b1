import { expect, test } from 'vitest';
import { createBodyBudget } from '../../../server/http/body-budget.ts';

test('gives room until there is none, and again when some is given back', () => {
  const budget = createBodyBudget(100);
  expect(budget.take(60)).toBe(true);
  expect(budget.take(41)).toBe(false);
  expect(budget.take(40)).toBe(true);
  expect(budget.take(1)).toBe(false);
  budget.giveBack(60);
  expect(budget.take(60)).toBe(true);
});
