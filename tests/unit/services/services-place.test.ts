import { expect, test } from 'vitest';
import type { Runtime } from '../../../shared/rpc/rpc.ts';
import { firstPlan, nextPlan, type StartPlan } from '../../../src/services/services-place.ts';

/** All plans of services that die, or are refused, each time. */
function plans(runtime: Runtime, isRefused: (plan: StartPlan) => boolean): string[] {
  const seen: string[] = [];
  for (
    let plan: StartPlan | null = firstPlan(runtime);
    plan !== null;
    plan = nextPlan(runtime, plan, isRefused(plan))
  ) {
    seen.push(`${plan.place} after ${plan.delayMs}`);
  }
  return seen;
}

test('workers that start and die: three restarts, each later than the one before, then the page', () => {
  expect(plans('auto', (plan) => plan.place === 'page')).toEqual([
    'worker after 0',
    'worker after 250',
    'worker after 500',
    'worker after 1000',
    'page after 0',
  ]);
});

test('workers that are refused: the next place at once', () => {
  expect(plans('auto', () => true).slice(0, 3)).toEqual([
    'worker after 0',
    'blob-worker after 0',
    'page after 0',
  ]);
});

test('runtime=worker never falls back to the page, and ends', () => {
  const places = [...plans('worker', () => true), ...plans('worker', () => false)];
  expect(places.some((place) => place.startsWith('page'))).toBe(false);
});

test('runtime=main never starts a worker', () => {
  const places = [...plans('main', () => true), ...plans('main', () => false)];
  expect(places.every((place) => place.startsWith('page'))).toBe(true);
});
