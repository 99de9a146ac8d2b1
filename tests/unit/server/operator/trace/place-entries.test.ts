import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeEntries } from '../../../../../server/operator/trace/place-entries.ts';
import { sessionTraceLimits } from '../../../../../server/operator/trace/session-trace-limits.ts';
import type { TraceEntry } from '../../../../../server/operator/trace/trace-entry.ts';

const slice = (
  startMs: number,
  endMs: number | null,
  track: TraceEntry['track'] = 'Page',
): TraceEntry => ({ track, name: `${startMs}`, startMs, endMs, facts: {} });

const lanesOf = (entries: readonly TraceEntry[]) => placeEntries(entries).map(({ lane }) => lane);

test('slices that follow each other or are within each other share a row; those that overlap do not', () => {
  expect(lanesOf([slice(0, 10), slice(2, 5), slice(5, 10), slice(10, 20)])).toEqual([0, 0, 0, 0]);
  expect(lanesOf([slice(0, 10), slice(5, 15), slice(9, 12), slice(15, 16)])).toEqual([0, 1, 1, 0]);
});

test('tracks do not disturb each other, and moments are in the first row', () => {
  expect(lanesOf([slice(0, 10), slice(5, 15, 'Player'), slice(6, null)])).toEqual([0, 0, 0]);
});

test('what fits none of the rows is a moment that says how long it was', () => {
  const many = Array.from({ length: sessionTraceLimits.lanesCount + 2 }, (_, n) =>
    slice(n, 100 + n),
  );
  const placed = placeEntries(many);
  expect(placed.at(-1)).toMatchObject({
    lane: 0,
    entry: { endMs: null, facts: { durationMs: 100 } },
  });
  expect(placed.filter(({ entry }) => entry.endMs === null)).toHaveLength(2);
});

test('in no row do two slices overlap, whatever their times', () => {
  const times = fc.tuple(fc.nat(50), fc.nat(20));
  fc.assert(
    fc.property(fc.array(times, { maxLength: 60 }), (all) => {
      const entries = all
        .map(([from, length]) => slice(from, from + length))
        .sort((a, b) => a.startMs - b.startMs || Number(b.endMs) - Number(a.endMs));
      const placed = placeEntries(entries).filter(({ entry }) => entry.endMs !== null);
      for (const [index, { entry, lane }] of placed.entries()) {
        for (const later of placed.slice(index + 1)) {
          if (later.lane !== lane) continue;
          const [end, from] = [entry.endMs ?? 0, later.entry.startMs];
          expect(from >= end || (later.entry.endMs ?? 0) <= end).toBe(true);
        }
      }
    }),
  );
});
