import { expect, test } from 'vitest';
import { createBodyBudget, createBodyRoom } from '../../../server/http/body-budget.ts';

test('gives room until there is none, and again when some is given back', () => {
  const room = createBodyRoom(100);
  expect(room.take(60)).toBe(true);
  expect(room.take(41)).toBe(false);
  expect(room.take(40)).toBe(true);
  expect(room.take(1)).toBe(false);
  room.giveBack(60);
  expect(room.take(60)).toBe(true);
});

test('one client never has all of the room, and all clients together have no more than there is', () => {
  const budget = createBodyBudget({ now: Date.now, inFlightBytes: 100, inFlightClientBytes: 50 });
  const [a, b, c] = ['a', 'b', 'c'].map((client) => budget.roomFor(client));
  expect([a?.take(50), a?.take(1), b?.take(40), c?.take(11), c?.take(10)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  a?.giveBack(50);
  // The same client by another request.
  expect([b?.take(11), budget.roomFor('a').take(50), a?.take(1)]).toEqual([false, true, false]);
});
