import { expect, test } from 'vitest';
import {
  cutTime,
  nextDay,
  restBetween,
  spansFor,
  spansOf,
} from '../../../../../../server/store/reports/sums/sum-periods.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test('whole periods are covered by the longest stored ones', () => {
  const time = { fromMs: day - hour - 2 * minute, toMs: 3 * day + minute };
  expect(cutTime(time, spansOf('all'))).toEqual([
    { spanMs: minute, sign: 1, fromMs: day - hour - 2 * minute, toMs: day - hour },
    { spanMs: hour, sign: 1, fromMs: day - hour, toMs: day },
    { spanMs: day, sign: 1, fromMs: day, toMs: 3 * day },
    { spanMs: minute, sign: 1, fromMs: 3 * day, toMs: 3 * day + minute },
  ]);
});

test('no time is nothing', () => {
  expect(cutTime({ fromMs: hour, toMs: hour }, spansOf('all'))).toEqual([]);
  expect(cutTime({ fromMs: hour, toMs: 0 }, spansOf('all'))).toEqual([]);
});

test('the pieces of any time follow each other without a gap', () => {
  for (let from = 0; from < 3 * hour; from += 7 * minute)
    for (let to = from + minute; to < 2 * day; to += 5 * hour + 13 * minute) {
      const pieces = cutTime({ fromMs: from, toMs: to }, spansOf('all'));
      expect(pieces[0]?.fromMs).toBe(from);
      expect(pieces.at(-1)?.toMs).toBe(to);
      for (const [index, piece] of pieces.slice(1).entries())
        expect(piece.fromMs).toBe(pieces[index]?.toMs);
    }
});

test('the rest of a time is counted, and what its periods have too much is taken away', () => {
  expect(restBetween(1, 3)).toEqual([{ spanMs: null, sign: 1, fromMs: 1, toMs: 3 }]);
  expect(restBetween(3, 1)).toEqual([{ spanMs: null, sign: -1, fromMs: 1, toMs: 3 }]);
  expect(restBetween(3, 3)).toEqual([]);
});

test('steps are made up of periods that divide them', () => {
  expect(spansFor('all', 15 * minute)).toEqual([minute]);
  expect(spansFor('video', 15 * minute)).toEqual([]);
  expect(spansFor('video', 3 * hour)).toEqual([hour]);
  expect(spansFor('video')).toEqual([day, hour]);
});

test('the next day begins at midnight UTC, which may be now', () => {
  expect(nextDay(2 * day)).toBe(2 * day);
  expect(nextDay(2 * day + 1)).toBe(3 * day);
});
