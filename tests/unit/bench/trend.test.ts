import { describe, expect, test } from 'vitest';
import { judge, type Series, trendOf, withoutWarmUp } from '../../../bench/soak/trend.ts';
import { createRandom } from '../../support/create-random.ts';

function series(count: number, valueAt: (cycle: number) => number, life = 'a'): Series {
  return {
    life,
    points: Array.from({ length: count }, (_, cycle) => ({ cycle, value: valueAt(cycle) })),
  };
}

const allowed = 2_000;
const verdictOf = (...all: Series[]) => judge(trendOf(all), allowed);

describe('a measure of the soak', () => {
  test('that only fluctuates is flat, however much it fluctuates', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const noise = createRandom(seed);
      expect(verdictOf(series(25, () => 4e6 + 300_000 * noise()))).toBe('flat');
    }
  });

  test('that leaks with each cycle grows, even when it fluctuates by several times as much', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const noise = createRandom(seed);
      expect(verdictOf(series(25, (cycle) => 4e6 + 10_000 * cycle + 40_000 * noise()))).toBe(
        'grows',
      );
    }
  });

  test('that leaks too little for a few cycles grows within an hour', () => {
    const noise = createRandom(7);
    const leaking = (cycle: number) => 4e6 + 5_000 * cycle + 200_000 * noise();
    expect(verdictOf(series(20, leaking))).toBe('flat');
    expect(verdictOf(series(300, leaking))).toBe('grows');
  });

  test('that takes one step and stays there is flat', () => {
    for (const at of [2, 5, 12]) {
      const noise = createRandom(at);
      expect(verdictOf(series(40, (cycle) => (cycle < at ? 3e6 : 3.5e6) + 20_000 * noise()))).toBe(
        'flat',
      );
    }
  });

  test('that has a few outliers is judged by the others', () => {
    const noise = createRandom(3);
    const values = (cycle: number) =>
      4e6 + 20_000 * noise() + (cycle > 25 && cycle % 9 === 0 ? 5e7 : 0);
    expect(verdictOf(series(40, values))).toBe('flat');
  });

  test('that is a constant count is flat; one that grows by one now and then grows', () => {
    expect(judge(trendOf([series(25, () => 3)]), 0.05)).toBe('flat');
    expect(judge(trendOf([series(50, (cycle) => Math.floor(cycle / 8))]), 0.05)).toBe('grows');
  });

  test('begins again with each document, whose first values do not indicate a leak', () => {
    const lives = ['a', 'b', 'c', 'd'].map((life, index) =>
      series(10, () => 1e6 + index * 500_000, life),
    );
    expect(trendOf(lives)).toMatchObject({ slope: 0, low: 0, high: 0, points: 40 });
    const leaking = lives.map(({ life }, index) =>
      series(10, (cycle) => 4e6 - index * 1e6 + 9_000 * cycle, life),
    );
    expect(verdictOf(...leaking)).toBe('grows');
  });

  test('that fills a cache at the start is flat once the warm-up is left out', () => {
    const filling = series(25, (cycle) => 4e6 + 1e6 * Math.min(1, cycle / 3));
    expect(verdictOf(...withoutWarmUp([filling], 3))).toBe('flat');
    expect(withoutWarmUp([filling], 3)[0]?.points).toHaveLength(22);
  });

  test('with too few points is not judged, and says so', () => {
    expect(verdictOf(series(4, (cycle) => cycle * 1e6))).toBe('too few points');
    expect(verdictOf()).toBe('too few points');
  });
});
