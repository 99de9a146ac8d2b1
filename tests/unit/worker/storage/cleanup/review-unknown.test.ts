import { expect, test } from 'vitest';
import { cleanupLimits } from '../../../../../shared/limits/cleanup-limits.ts';
import { reviewUnknown } from '../../../../../worker/storage/cleanup/review-unknown.ts';

const { unknownLifeMs, unknownCount } = cleanupLimits;

test('an unknown name is due for removal once it has been unknown for the full time', () => {
  const first = reviewUnknown(['a'], {}, 1_000);
  expect(first).toEqual({ firstSeen: { a: 1_000 }, due: [] });
  const second = reviewUnknown(['a', 'b'], first.firstSeen, 1_000 + unknownLifeMs - 1);
  expect(second.due).toEqual([]);
  expect(reviewUnknown(['a', 'b'], second.firstSeen, 1_000 + unknownLifeMs).due).toEqual(['a']);
});

test('a name that is gone is forgotten, and its time starts again when it returns', () => {
  expect(reviewUnknown(['b'], { a: 1, b: 2 }, 3).firstSeen).toEqual({ b: 2 });
});

test('a clock that is set back makes no name older', () => {
  const { firstSeen } = reviewUnknown(['a'], { a: 5 * unknownLifeMs }, 1_000);
  expect(firstSeen).toEqual({ a: 1_000 });
  expect(reviewUnknown(['a'], firstSeen, unknownLifeMs).due).toEqual([]);
});

test('up to a limit of names are remembered', () => {
  const names = Array.from({ length: unknownCount + 5 }, (_, index) => `n${index}`);
  expect(Object.keys(reviewUnknown(names, {}, 1).firstSeen)).toHaveLength(unknownCount);
});

test('names of object properties are treated like others', () => {
  expect(reviewUnknown(['constructor', '__proto__'], {}, 7).due).toEqual([]);
  expect(Object.entries(reviewUnknown(['constructor'], {}, 7).firstSeen)).toEqual([
    ['constructor', 7],
  ]);
});
