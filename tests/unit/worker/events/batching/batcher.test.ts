import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Batch,
  type Batcher,
  createBatcher,
} from '../../../../../worker/events/batching/batcher.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { makeEvents } from '../make-events.ts';

let clock: FakeClock;
let batches: Batch[];
let batcher: Batcher;

beforeEach(() => {
  clock = createFakeClock();
  batches = [];
  batcher = createBatcher({ clock, onBatch: (batch) => batches.push(batch) });
});

const summary = () => batches.map((batch) => [batch.reason, batch.events.length]);

test('an empty queue sets no timer', () => {
  batcher.add([]);
  batcher.flush();
  expect(clock.timerCount).toBe(0);
  expect(batches).toEqual([]);
});

test('later events do not postpone the flush', () => {
  batcher.add(makeEvents(1));
  clock.advance(9_999);
  batcher.add(makeEvents(1, 100, 2));
  expect(batches).toEqual([]);
  clock.advance(1);
  expect(summary()).toEqual([['debounce', 2]]);
});

test('the default tier sends one batch after 10 s, and the rest 10 s later [spec-9.6, spec-9.7]', () => {
  batcher.add(makeEvents(150));
  clock.advance(10_000);
  expect(summary()).toEqual([['debounce', 100]]);
  clock.advance(9_999);
  expect(batches).toHaveLength(1);
  clock.advance(1);
  expect(summary()).toEqual([
    ['debounce', 100],
    ['debounce', 50],
  ]);
  expect(clock.timerCount).toBe(0);
});

describe.each([
  { tier: 200, delayMs: 10_000, reason: 'debounce' },
  { tier: 300, delayMs: 5_000, reason: 'debounce' },
  { tier: 400, delayMs: 0, reason: 'immediate' },
] as const)(
  'the tier $tier flushes after its own delay [spec-9.6, spec-9.36]',
  ({ tier, delayMs, reason }) => {
    test(`sends until the queue is empty, after ${delayMs} ms and never within the same task [spec-9.37, spec-9.38, spec-9.39]`, () => {
      batcher.add(makeEvents(250, tier));
      if (delayMs > 0) clock.advance(delayMs - 1);
      expect(batches).toEqual([]);
      clock.advance(delayMs > 0 ? 1 : 0);
      expect(summary()).toEqual([
        [reason, 100],
        [reason, 100],
        [reason, 50],
      ]);
      expect(clock.timerCount).toBe(0);
    });
  },
);

test('a flush of an urgent tier leaves less urgent events in the queue', () => {
  batcher.add(makeEvents(3, 100));
  batcher.add(makeEvents(1, 400, 4));
  clock.advance(0);
  expect(summary()).toEqual([['immediate', 1]]);
});

test('999 queued events wait; the 1,000th flushes all of them, whatever their tier [spec-9.9]', () => {
  batcher.add(makeEvents(500, 100));
  batcher.add(makeEvents(499, 300, 501));
  expect(batches).toEqual([]);
  batcher.add(makeEvents(1, 200, 1_000));
  expect(summary()).toEqual([
    ...Array(4).fill(['buffer_full', 100]),
    ['buffer_full', 99],
    ['buffer_full', 1],
    ...Array(5).fill(['buffer_full', 100]),
  ]);
  expect(batcher.waitingCount).toBe(0);
  expect(clock.timerCount).toBe(0);
});

test('at 1,000 events each endpoint’s events leave in order, and the next event waits for its own delay', () => {
  const stats = makeEvents(150, 100, 851).map((event) => ({
    ...event,
    endpoint: 'video_stats' as const,
  }));
  batcher.add(makeEvents(850, 100));
  clock.advance(4_000);
  batcher.add(stats);
  expect(batches.map(({ endpoint, events }) => [endpoint, events[0]?.seq, events.length])).toEqual([
    ...Array.from({ length: 8 }, (_, i) => ['log_event', i * 100 + 1, 100]),
    ['log_event', 801, 50],
    ['video_stats', 851, 100],
    ['video_stats', 951, 50],
  ]);
  batcher.add(makeEvents(1, 100, 1_001));
  clock.advance(9_999);
  expect(batches).toHaveLength(11);
  clock.advance(1);
  expect(batches.at(-1)).toMatchObject({ reason: 'debounce', events: [{ seq: 1_001 }] });
});

test('a flush empties all tiers, the most urgent first', () => {
  batcher.add([...makeEvents(1, 100), ...makeEvents(1, 300, 2), ...makeEvents(1, 200, 3)]);
  batcher.flush();
  expect(summary()).toEqual([
    ['flush', 1],
    ['flush', 1],
    ['flush', 1],
  ]);
  expect(batches.map((batch) => batch.events[0]?.tier)).toEqual([300, 200, 100]);
});

test('stopping leaves no timer', () => {
  batcher.add(makeEvents(1, 100));
  batcher.stop();
  expect(clock.timerCount).toBe(0);
});
