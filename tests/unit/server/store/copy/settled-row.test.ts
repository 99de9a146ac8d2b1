import { expect, test } from 'vitest';
import { createSettledRow } from '../../../../../server/store/copy/settled-row.ts';

function startedAt(settleMs: number) {
  let nowMs = 1_000;
  const settled = createSettledRow(settleMs, () => nowMs);
  return {
    ...settled,
    wait: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('a row is settled once it was copied long enough ago, while later ones are copied', () => {
  const { row, note, wait } = startedAt(60);
  note(5);
  wait(59);
  note(7);
  expect(row()).toBe(0);
  wait(1);
  expect(row()).toBe(5);
  note(9);
  wait(60);
  expect(row()).toBe(9);
});

test('without a time to settle, a row is settled at once', () => {
  const { row, note } = startedAt(0);
  note(5);
  expect(row()).toBe(5);
});

test('rows that are copied again settle again', () => {
  const { row, note, wait, reset } = startedAt(60);
  note(5);
  wait(60);
  expect(row()).toBe(5);
  reset();
  expect(row()).toBe(0);
  note(5);
  wait(60);
  expect(row()).toBe(5);
});
