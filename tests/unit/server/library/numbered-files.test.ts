import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  condensePaths,
  createNumberedIndex,
  pathsOf,
} from '../../../../server/library/numbered-files.ts';

test('segments with consecutive numbers become a range, with and without leading zeros', () => {
  const plain = [
    'a/init.mp4',
    ...Array.from({ length: 90_000 }, (_, index) => `a/s-${index + 9}.m4s`),
  ];
  expect(condensePaths(plain)).toEqual({
    names: ['a/init.mp4'],
    numbered: [{ prefix: 'a/s-', suffix: '.m4s', first: 9, last: 90_008, digitCount: 0 }],
  });
  const padded = ['v1/008.ts', 'v1/009.ts', 'v1/010.ts', 'v1/011.ts'];
  expect(condensePaths(padded).numbered).toEqual([
    { prefix: 'v1/', suffix: '.ts', first: 8, last: 11, digitCount: 3 },
  ]);
});

test('ranges contain exactly the given paths', () => {
  const path = fc
    .tuple(
      fc.constantFrom('a', 'b/a', ''),
      fc.integer({ min: 0, max: 120 }),
      fc.constantFrom(0, 2, 3),
    )
    .map(([stem, number, digits]) => `${stem}${String(number).padStart(digits, '0')}.m4s`);
  const runs = fc.array(
    fc.oneof(
      fc.array(path, { maxLength: 5 }),
      fc
        .tuple(
          fc.integer({ min: 0, max: 110 }),
          fc.integer({ min: 0, max: 12 }),
          fc.constantFrom(0, 2, 3),
        )
        .map(([from, count, digits]) =>
          Array.from(
            { length: count },
            (_, index) => `a${String(from + index).padStart(digits, '0')}.m4s`,
          ),
        ),
      fc.array(fc.string(), { maxLength: 3 }),
    ),
  );
  fc.assert(
    fc.property(runs, fc.array(path), (lists, others) => {
      const paths = lists.flat();
      const { names, numbered } = condensePaths(paths);
      const back = [...names, ...numbered.flatMap((range) => [...pathsOf(range)])];
      expect(back.toSorted()).toEqual(paths.toSorted());
      const index = createNumberedIndex<number>();
      for (const [at, range] of numbered.entries()) index.add(range, at);
      for (const other of [...others, ...paths]) {
        const expected = numbered.flatMap((range, at) =>
          [...pathsOf(range)].includes(other) ? [at] : [],
        );
        expect(index.find(other)).toEqual(expected);
      }
    }),
  );
});
