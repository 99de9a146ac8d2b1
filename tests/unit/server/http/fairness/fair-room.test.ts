import { expect, test } from 'vitest';
import { createFairRoom } from '../../../../../server/http/fairness/fair-room.ts';

/** A body of a client that arrives slowly and records when it had to yield. */
function slowBody(room: ReturnType<ReturnType<typeof createFairRoom>>, bytes: number) {
  const body = { hasGivenWay: false, arrived: () => {} };
  body.arrived = room.onEviction(() => {
    body.hasGivenWay = true;
    room.release(bytes);
  });
  expect(room.take(bytes)).toBe(true);
  return body;
}

test('room is given until it is used up, and again when some is released', () => {
  const room = createFairRoom({ maxBytes: 100 })('a');
  expect(room.take(60)).toBe(true);
  expect(room.take(41)).toBe(false);
  expect(room.take(40)).toBe(true);
  expect(room.take(1)).toBe(false);
  room.release(60);
  expect(room.take(60)).toBe(true);
});

test('one client never gets all the room, and all clients together never exceed it', () => {
  const roomFor = createFairRoom({ maxBytes: 100, clientMaxBytes: 50 });
  const [a, b, c] = [roomFor('a'), roomFor('b'), roomFor('c')];
  expect([a.take(50), a.take(1), b.take(40), c.take(11), c.take(10)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  a.release(50);
  // The same client with another request.
  expect([b.take(11), roomFor('a').take(50), a.take(1)]).toEqual([false, true, false]);
});

test('bodies that still arrive yield to a client with less room, starting with the oldest of the largest client [attack-H5]', () => {
  const roomFor = createFairRoom({ maxBytes: 100, clientMaxBytes: 60 });
  const a1 = slowBody(roomFor('a'), 30);
  const b1 = slowBody(roomFor('b'), 20);
  const a2 = slowBody(roomFor('a'), 30);
  const b2 = slowBody(roomFor('b'), 20);
  expect(roomFor('c').take(10)).toBe(true);
  expect([a1, a2, b1, b2].map(({ hasGivenWay }) => hasGivenWay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(roomFor('c').take(25)).toBe(true);
  expect([a2, b1, b2].map(({ hasGivenWay }) => hasGivenWay)).toEqual([false, true, false]);
});

test('no body yields to a client that would then have as much, and no body yields once it has arrived', () => {
  const roomFor = createFairRoom({ maxBytes: 100 });
  const a = slowBody(roomFor('a'), 50);
  const b = slowBody(roomFor('b'), 50);
  expect(roomFor('c').take(50)).toBe(false);
  expect(roomFor('a').take(1)).toBe(false);
  a.arrived();
  expect(roomFor('c').take(49)).toBe(true);
  expect([a.hasGivenWay, b.hasGivenWay]).toEqual([false, true]);
  expect(roomFor('d').take(49)).toBe(false);
});

test('a body that ends twice is released once', () => {
  const roomFor = createFairRoom({ maxBytes: 100 });
  const first = slowBody(roomFor('a'), 100);
  expect(roomFor('b').take(60)).toBe(true);
  expect(first.hasGivenWay).toBe(true);
  const second = slowBody(roomFor('a'), 40);
  first.arrived();
  roomFor('b').release(60);
  expect(roomFor('b').take(70)).toBe(false);
  expect(roomFor('b').take(30)).toBe(true);
  expect(roomFor('b').take(31)).toBe(false);
  expect(second.hasGivenWay).toBe(false);
  expect(roomFor('c').take(39)).toBe(true);
  expect(second.hasGivenWay).toBe(true);
});
