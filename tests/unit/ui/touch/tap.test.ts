import { expect, test } from 'vitest';
import { touchLimits } from '../../../../shared/limits/touch-limits.ts';
import { nextTap } from '../../../../src/ui/touch/tap.ts';

const left = 0.1;
const middle = 0.5;
const right = 0.9;
const soonMs = touchLimits.doubleTapMs;

test('taps in a row on one side are counted, with their direction', () => {
  const first = nextTap(null, { timeMs: 0, share: right });
  expect(first).toMatchObject({ count: 1, seekBySec: 10 });
  const second = nextTap(first, { timeMs: soonMs, share: right });
  expect(second).toMatchObject({ count: 2, seekBySec: 10 });
  expect(nextTap(second, { timeMs: 2 * soonMs, share: 0.7 })).toMatchObject({
    count: 3,
    seekBySec: 10,
  });
  expect(nextTap(null, { timeMs: 0, share: left })).toMatchObject({ count: 1, seekBySec: -10 });
});

test('a tap that comes late, or on the other side, starts again', () => {
  const first = nextTap(null, { timeMs: 0, share: left });
  expect(nextTap(first, { timeMs: soonMs + 1, share: left }).count).toBe(1);
  expect(nextTap(first, { timeMs: 10, share: right }).count).toBe(1);
});

test('the middle has no direction', () => {
  expect(nextTap(null, { timeMs: 0, share: middle }).seekBySec).toBe(0);
});
