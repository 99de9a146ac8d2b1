import { beforeEach, describe, expect, test } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import type { LogEntry } from '../../../shared/telemetry/log-event.ts';
import { type Collector, createCollector } from '../../../src/services/collector.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';

let clock: FakeClock;
let posts: LogEntry[][];
let collector: Collector;

beforeEach(() => {
  clock = createFakeClock(5_000);
  posts = [];
  collector = createCollector({
    clock,
    lastActivityMs: () => 7,
    post: (entries) => posts.push(entries),
  });
});

const seqs = () => posts.map((entries) => entries.map((entry) => entry.seq));

describe('an invalid call throws a TypeError that names the fix, and nothing is collected', () => {
  test.each([
    ['1st', {}, undefined, /name "1st".*start with a letter/],
    ['a b', {}, undefined, /name "a b"/],
    ['x'.repeat(101), {}, undefined, /up to 100 characters/],
    [undefined, {}, undefined, /name undefined/],
    ['ok', null, undefined, /plain object.*not null/],
    ['ok', [1], undefined, /not Array/],
    ['ok', new Date(0), undefined, /not Date/],
    ['ok', 'text', undefined, /not String/],
    [
      'ok',
      {},
      { tier: 'urgent' },
      /tier urgent: use one of default, dispatch_to_empty, fast, immediate/,
    ],
    ['ok', {}, { tier: 150 }, /tier 150/],
    [
      'ok',
      {},
      { sequenceGroup: '' },
      /sequenceGroup of event ok must be a string of 1 to 200 characters/,
    ],
    ['ok', {}, { sequenceGroup: 'x'.repeat(201) }, /sequenceGroup/],
    ['ok', {}, { sequenceGroup: 7 }, /sequenceGroup/],
    ['ok', {}, { sequenceGroup: null }, /sequenceGroup/],
  ])('log(%j, %j, %j) throws', (name, payload, options, message) => {
    const call = () =>
      collector.log(name as string, payload as Record<string, unknown>, options as object);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
    collector.handOver();
    expect(posts).toEqual([]);
    expect(collector.createdCount).toBe(0);
    expect(clock.timerCount).toBe(0);
  });
});

test('events are stamped and handed over in one array after 100 ms, and later ones do not postpone it [spec-3.7, spec-3.51]', () => {
  collector.log('first', { a: 1 });
  clock.advance(99);
  collector.log('second', {}, { tier: 'dispatch_to_empty' });
  expect(posts).toEqual([]);
  clock.advance(1);
  expect(posts).toEqual([
    [
      {
        seq: 1,
        name: 'first',
        payload: { a: 1 },
        tier: 100,
        eventTimeMs: 5_000,
        lastActivityMs: 7,
      },
      { seq: 2, name: 'second', payload: {}, tier: 200, eventTimeMs: 5_099, lastActivityMs: 7 },
    ],
  ]);
  expect(clock.timerCount).toBe(0);
});

test('the 100th waiting event is handed over at once', () => {
  for (let i = 0; i < 99; i++) collector.log('e', {});
  expect(posts).toEqual([]);
  collector.log('e', {});
  expect(posts.map((entries) => entries.length)).toEqual([100]);
  // Its timer was not cleared, and finds nothing.
  clock.advance(100);
  expect(posts).toHaveLength(1);
  expect(clock.timerCount).toBe(0);
});

test('a fast event moves the hand-over to the next task', () => {
  collector.log('slow', {});
  collector.log('quick', {}, { tier: 'fast' });
  collector.log('slow', {});
  expect(posts).toEqual([]);
  clock.advance(0);
  expect(seqs()).toEqual([[1, 2, 3]]);
  clock.advance(1_000);
  expect(posts).toHaveLength(1);
});

test('an immediate event is handed over at once, with all waiting ones', () => {
  collector.log('slow', {});
  collector.log('now', {}, { tier: 400 });
  expect(seqs()).toEqual([[1, 2]]);
});

test('stopping hands over the waiting events, and accepts no more', () => {
  collector.log('e', {});
  collector.stop();
  collector.log('e', {});
  collector.handOver();
  expect(seqs()).toEqual([[1]]);
  expect(clock.timerCount).toBe(0);
});

describe('events of a sequence group are numbered', () => {
  const logTimes = (count: number, sequenceGroup: string) => {
    for (let done = 0; done < count; done += 1) collector.log('e', {}, { sequenceGroup });
  };
  const sequences = () => {
    collector.handOver();
    return posts.flat().map(({ sequence }) => sequence);
  };

  test('from 0 in each group, and not at all without a group [spec-3.52, spec-3.53]', () => {
    logTimes(2, 'a');
    logTimes(1, 'b');
    collector.log('e', {});
    logTimes(1, 'a');
    logTimes(1, 'b');
    expect(sequences()).toEqual([
      { index: 0, groupKey: 'a' },
      { index: 1, groupKey: 'a' },
      { index: 0, groupKey: 'b' },
      undefined,
      { index: 2, groupKey: 'a' },
      { index: 1, groupKey: 'b' },
    ]);
    expect(posts.flat().map((entry) => 'sequence' in entry)).toEqual([
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  test('up to 65,535, and then from 0 again; their seq goes on [spec-9.12]', () => {
    logTimes(65_535, 'a');
    posts = [];
    collector.log('x', {});
    collector.handOver();
    posts = [];
    logTimes(3, 'a');
    expect(sequences().map((sequence) => sequence?.index)).toEqual([65_535, 0, 1]);
    expect(seqs()).toEqual([[65_537, 65_538, 65_539]]);
  });

  test('without using a number for an invalid call', () => {
    logTimes(1, 'a');
    expect(() => collector.log('1st', {}, { sequenceGroup: 'a' })).toThrow(TypeError);
    logTimes(1, 'a');
    expect(sequences().map((sequence) => sequence?.index)).toEqual([0, 1]);
  });

  test('for the thousand most recent groups', () => {
    const { sequenceGroupsCount } = collectorLimits;
    logTimes(1, 'kept');
    logTimes(1, 'forgotten');
    for (let other = 2; other < sequenceGroupsCount; other += 1) logTimes(1, `other ${other}`);
    logTimes(1, 'kept');
    logTimes(1, 'one more');
    collector.handOver();
    posts = [];
    logTimes(1, 'kept');
    logTimes(1, 'forgotten');
    expect(sequences()).toEqual([
      { index: 2, groupKey: 'kept' },
      { index: 0, groupKey: 'forgotten' },
    ]);
  });
});
