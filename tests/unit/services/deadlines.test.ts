import { beforeEach, expect, test } from 'vitest';
import { createDeadlines, type Deadlines } from '../../../src/services/deadlines.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';

let clock: FakeClock;
let deadlines: Deadlines;
let missed: string[];

beforeEach(() => {
  clock = createFakeClock();
  deadlines = createDeadlines(clock);
  missed = [];
});

const add = (ms: number, name: string) => deadlines.add(ms, () => missed.push(name));

test('many deadlines share one timer, and each is missed at its own time', () => {
  add(300, 'c');
  add(100, 'a');
  add(200, 'b');
  expect(clock.timerCount).toBe(1);
  clock.advance(99);
  expect(missed).toEqual([]);
  clock.advance(1);
  expect(missed).toEqual(['a']);
  clock.advance(100);
  expect(missed).toEqual(['a', 'b']);
  clock.advance(100);
  expect(missed).toEqual(['a', 'b', 'c']);
  expect(clock.timerCount).toBe(0);
});

test('a cancelled deadline is never missed, and its timer serves the next', () => {
  const takeBack = add(100, 'a');
  add(150, 'b');
  takeBack();
  expect(clock.timerCount).toBe(1);
  clock.advance(149);
  expect(missed).toEqual([]);
  clock.advance(1);
  expect(missed).toEqual(['b']);
  expect(clock.timerCount).toBe(0);
});

test('cancelling the last deadline clears the timer', () => {
  const takeBack = add(100, 'a');
  add(150, 'b')();
  expect(clock.timerCount).toBe(1);
  takeBack();
  expect(clock.timerCount).toBe(0);
  add(200, 'c');
  clock.advance(199);
  expect(missed).toEqual([]);
  clock.advance(1);
  expect(missed).toEqual(['c']);
});

test('a deadline that is set when another is missed has its whole time', () => {
  deadlines.add(100, () => add(100, 'later'));
  clock.advance(199);
  expect(missed).toEqual([]);
  clock.advance(1);
  expect(missed).toEqual(['later']);
});

test('after stopping no deadline is missed and no timer is left', () => {
  add(100, 'a');
  deadlines.stop();
  expect(clock.timerCount).toBe(0);
  clock.advance(1_000);
  expect(missed).toEqual([]);
  add(100, 'b');
  clock.advance(100);
  expect(missed).toEqual(['b']);
});
