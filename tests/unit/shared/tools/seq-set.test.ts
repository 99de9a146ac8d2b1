import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeqSet, rangesOf } from '../../../../shared/tools/seq-set.ts';

const range = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(10))
  .map(([from, more]): [number, number] => [from, from + more]);

test('a set of ranges equals a set of numbers, for all numbers in any order', () => {
  fc.assert(
    fc.property(fc.array(range), (ranges) => {
      const set = createSeqSet();
      const model = new Set<number>();
      for (const [from, to] of ranges) {
        const sizeBefore = model.size;
        for (let seq = from; seq <= to; seq++) model.add(seq);
        expect(set.add([from, to])).toBe(model.size - sizeBefore);
      }
      expect(set.count).toBe(model.size);
      for (let seq = 0; seq <= 75; seq++) expect(set.has(seq)).toBe(model.has(seq));
    }),
  );
});

test('numbers become sorted ranges, with neighbours and duplicates merged', () => {
  expect(rangesOf([3, 1, 2, 7, 2])).toEqual([
    [1, 3],
    [7, 7],
  ]);
  expect(rangesOf([])).toEqual([]);
});
