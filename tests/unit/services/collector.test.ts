import { beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../shared/log-event.ts';
import { type Collector, createCollector } from '../../../src/services/collector.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';

let clock: FakeClock;
let posts: LogEntry[][];
let collector: Collector;

beforeEach(() => {
  clock = createFakeClock(5_000);
  posts = [];
  collector = createCollector({ clock, lastActivityMs: () => 7, post: (entries) => posts.push(entries) });
});

const seqs = () => posts.map((entries) => entries.map((entry) => entry.seq));

describe('a wrong call throws a TypeError that names the fix, and nothing is collected', () => {
  test.each([
    ['1st', {}, undefined, /name "1st".*a letter first/],
    ['a b', {}, undefined, /name "a b"/],
    ['x'.repeat(101), {}, undefined, /at most 100 characters/],
    [undefined, {}, undefined, /name undefined/],
    ['ok', null, undefined, /plain object.*not null/],
    ['ok', [1], undefined, /not an array/],
    ['ok', new Date(0), undefined, /an instance of Date/],
    ['ok', 'text', undefined, /not text/],
    ['ok', {}, { tier: 'urgent' }, /tier urgent: use one of default, dispatch_to_empty, fast, immediate/],
    ['ok', {}, { tier: 150 }, /tier 150/],
  ])('log(%j, %j, %j)', (name, payload, options, message) => {
    const call = () => collector.log(name as string, payload as Record<string, unknown>, options as object);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
    collector.handOver();
    expect(posts).toEqual([]);
    expect(collector.createdCount).toBe(0);
    expect(clock.timerCount).toBe(0);
  });
});

test('events are stamped and handed over in one array after 100 ms, not pushed back by later ones', () => {
  collector.log('first', { a: 1 });
  clock.advance(99);
  collector.log('second', {}, { tier: 'dispatch_to_empty' });
  expect(posts).toEqual([]);
  clock.advance(1);
  expect(posts).toEqual([
    [
      { seq: 1, name: 'first', payload: { a: 1 }, tier: 100, eventTimeMs: 5_000, lastActivityMs: 7 },
      { seq: 2, name: 'second', payload: {}, tier: 200, eventTimeMs: 5_099, lastActivityMs: 7 },
    ],
  ]);
  expect(clock.timerCount).toBe(0);
});

test('the 32nd waiting event hands over at once', () => {
  for (let i = 0; i < 31; i++) collector.log('e', {});
  expect(posts).toEqual([]);
  collector.log('e', {});
  expect(posts.map((entries) => entries.length)).toEqual([32]);
  expect(clock.timerCount).toBe(0);
});

test('a fast event brings the hand-over forward to the next task', () => {
  collector.log('slow', {});
  collector.log('quick', {}, { tier: 'fast' });
  collector.log('slow', {});
  expect(posts).toEqual([]);
  clock.advance(0);
  expect(seqs()).toEqual([[1, 2, 3]]);
  clock.advance(1_000);
  expect(posts).toHaveLength(1);
});

test('an immediate event takes everything that waits along, at once', () => {
  collector.log('slow', {});
  collector.log('now', {}, { tier: 400 });
  expect(seqs()).toEqual([[1, 2]]);
});

test('after stopping, what waited has been handed over and nothing more is taken', () => {
  collector.log('e', {});
  collector.stop();
  collector.log('e', {});
  collector.handOver();
  expect(seqs()).toEqual([[1]]);
  expect(clock.timerCount).toBe(0);
});
