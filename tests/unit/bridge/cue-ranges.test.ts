import { expect, test } from 'vitest';
import { hostLimits } from '../../../shared/limits/host-limits.ts';
import { createCueRanges } from '../../../src/bridge/cue-ranges.ts';

const nothing = { entered: [], left: [] };

test('a range is entered at its start and left at its end, each once', () => {
  const ranges = createCueRanges();
  ranges.add('a', 5, 10);
  expect(ranges.moveTo(4.9)).toEqual(nothing);
  expect(ranges.moveTo(5)).toEqual({ entered: ['a'], left: [] });
  expect(ranges.moveTo(9.9)).toEqual(nothing);
  expect(ranges.moveTo(10)).toEqual({ entered: [], left: ['a'] });
  expect(ranges.moveTo(64)).toEqual(nothing);
});

test('overlapping ranges are separate, and a jump between them leaves one and enters the other', () => {
  const ranges = createCueRanges();
  ranges.add('a', 0, 10);
  ranges.add('b', 5, 20);
  ranges.add('c', 30, 40);
  expect(ranges.moveTo(6)).toEqual({ entered: ['a', 'b'], left: [] });
  expect(ranges.moveTo(30)).toEqual({ entered: ['c'], left: ['a', 'b'] });
});

test('a new range replaces one with the same id', () => {
  const ranges = createCueRanges();
  ranges.add('a', 0, 10);
  ranges.add('a', 20, 30);
  expect(ranges.moveTo(5)).toEqual(nothing);
  expect(ranges.moveTo(20)).toEqual({ entered: ['a'], left: [] });
});

test('a removed range is no longer reported, and can be entered when it is added again', () => {
  const ranges = createCueRanges();
  ranges.add('a', 0, 10);
  ranges.moveTo(1);
  ranges.remove('a');
  ranges.remove('never there');
  expect(ranges.moveTo(20)).toEqual(nothing);
  ranges.add('a', 0, 10);
  expect(ranges.moveTo(1)).toEqual({ entered: ['a'], left: [] });
});

test('a range that ends before it starts is never entered', () => {
  const ranges = createCueRanges();
  ranges.add('a', 10, 5);
  expect([4, 5, 7, 10, 11].map((seconds) => ranges.moveTo(seconds))).toEqual(
    Array(5).fill(nothing),
  );
});

test('a host may have a limited number of ranges, and can still change existing ones', () => {
  const ranges = createCueRanges();
  for (let index = 0; index <= hostLimits.cueRangeMaxCount; index += 1)
    ranges.add(`r${index}`, 0, 10);
  ranges.add('r0', 50, 60);
  const { entered } = ranges.moveTo(1);
  expect(entered).toHaveLength(hostLimits.cueRangeMaxCount - 1);
  expect(ranges.moveTo(50).entered).toEqual(['r0']);
});
