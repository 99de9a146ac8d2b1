import { expect, test } from 'vitest';
import {
  cutTime,
  nextDay,
  spansOf,
} from '../../../../../../server/store/reports/sums/sum-periods.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('a time is cut into the longest whole periods, and the rest at its ends', () => {
  expect(cutTime(day - hour - 2 * minute - 1, 3 * day + minute + 5, spansOf('all'))).toEqual([
    { spanMs: null, fromMs: day - hour - 2 * minute - 1, toMs: day - hour - 2 * minute },
    { spanMs: minute, fromMs: day - hour - 2 * minute, toMs: day - hour },
    { spanMs: hour, fromMs: day - hour, toMs: day },
    { spanMs: day, fromMs: day, toMs: 3 * day },
    { spanMs: minute, fromMs: 3 * day, toMs: 3 * day + minute },
    { spanMs: null, fromMs: 3 * day + minute, toMs: 3 * day + minute + 5 },
  ]);
});

test('a time within one period is one rest, and no time is nothing', () => {
  expect(cutTime(1, minute - 1, spansOf('all'))).toEqual([
    { spanMs: null, fromMs: 1, toMs: minute - 1 },
  ]);
  expect(cutTime(hour, hour, spansOf('all'))).toEqual([]);
  expect(cutTime(hour, 0, spansOf('all'))).toEqual([]);
});

test('the pieces of any time follow each other without a gap', () => {
  for (let from = 0; from < 3 * hour; from += 7 * minute + 11)
    for (let to = from + 1; to < 2 * day; to += 5 * hour + 13) {
      const pieces = cutTime(from, to, spansOf('all'));
      expect(pieces[0]?.fromMs).toBe(from);
      expect(pieces.at(-1)?.toMs).toBe(to);
      for (const [index, piece] of pieces.slice(1).entries())
        expect(piece.fromMs).toBe(pieces[index]?.toMs);
    }
});

test('the next day begins at midnight UTC, which may be now', () => {
  expect(nextDay(2 * day)).toBe(2 * day);
  expect(nextDay(2 * day + 1)).toBe(3 * day);
});
