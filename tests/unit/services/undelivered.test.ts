import { expect, test } from 'vitest';
import { createUndelivered } from '../../../src/services/undelivered.ts';
import { makeEntry } from '../worker/events/make-events.ts';

const entries = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => makeEntry(first + i));
const seqs = (kept: { seq: number }[]) => kept.map((entry) => entry.seq);

test('unstored events are all kept', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 5_000));
  expect(undelivered.notStored()).toHaveLength(5_000);
});

test('the newest 1,000 stored events are kept', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 1_001));
  undelivered.markStored([[1, 1_000]]);
  expect(undelivered.byNeed()).toHaveLength(1_001);
  undelivered.markStored([[1_001, 1_001]]);
  expect(seqs(undelivered.byNeed())).toEqual(seqs(entries(2, 1_001)));
  expect(undelivered.notStored()).toEqual([]);
});

test('a delivered event does not come back when its storing is acknowledged later', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 3));
  undelivered.remove([[1, 2]]);
  undelivered.markStored([[1, 3]]);
  expect(seqs(undelivered.byNeed())).toEqual([3]);
});

test('a page that ends sends its unstored events first, the most urgent of them first', () => {
  const undelivered = createUndelivered();
  undelivered.add([1, 2, 3, 4].map((seq) => makeEntry(seq, { tier: seq % 2 === 0 ? 400 : 100 })));
  undelivered.markStored([[1, 2]]);
  expect(seqs(undelivered.byNeed())).toEqual([4, 3, 2, 1]);
});

test('making room drops the oldest events of the lowest tier, and none that is stored', () => {
  const undelivered = createUndelivered();
  undelivered.add([
    makeEntry(1, { tier: 100 }),
    makeEntry(2, { tier: 400 }),
    makeEntry(3, { tier: 200 }),
    makeEntry(4, { tier: 100 }),
    makeEntry(5, { tier: 100 }),
  ]);
  undelivered.markStored([[1, 1]]);
  expect(undelivered.makeRoom(4)).toEqual([]);
  expect(undelivered.makeRoom(3)).toEqual([4]);
  expect(undelivered.makeRoom(1)).toEqual([5, 3]);
  expect(seqs(undelivered.byNeed())).toEqual([2, 1]);
  expect(seqs(undelivered.notStored())).toEqual([2]);
});

test('the list is empty when all events are delivered or lost, wherever they were', () => {
  const undelivered = createUndelivered();
  expect(undelivered.isEmpty).toBe(true);
  undelivered.add(entries(1, 2));
  undelivered.markStored([[1, 1]]);
  undelivered.remove([[2, 2]]);
  expect(undelivered.isEmpty).toBe(false);
  undelivered.remove([[1, 1]]);
  expect(undelivered.isEmpty).toBe(true);
});
