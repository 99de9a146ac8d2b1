import { expect, test } from 'vitest';
import { createUndelivered } from '../../../src/services/undelivered.ts';
import { makeEntry } from '../worker/make-events.ts';

const entries = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => makeEntry(first + i));
const seqs = (kept: { seq: number }[]) => kept.map((entry) => entry.seq);

test('events that are not stored are kept, however many', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 5_000));
  expect(undelivered.notStored()).toHaveLength(5_000);
});

test('of stored events the newest 1,000 are kept', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 1_001));
  undelivered.markStored(entries(1, 1_000));
  expect(undelivered.all()).toHaveLength(1_001);
  undelivered.markStored(entries(1_001, 1_001));
  expect(seqs(undelivered.all())).toEqual(seqs(entries(2, 1_001)));
  expect(undelivered.notStored()).toEqual([]);
});

test('what was delivered does not come back when its storing is acknowledged later', () => {
  const undelivered = createUndelivered();
  undelivered.add(entries(1, 3));
  undelivered.remove([[1, 2]]);
  undelivered.markStored(entries(1, 3));
  expect(seqs(undelivered.all())).toEqual([3]);
});
