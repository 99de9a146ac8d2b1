import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchUserActivity } from '../../../../src/page/lifecycle/user-activity.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';

let page: EventTarget;
let clock: FakeClock;
let life: AbortController;

beforeEach(() => {
  page = new EventTarget();
  clock = createFakeClock();
  life = new AbortController();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

const watch = () => watchUserActivity(clock, life.signal);
const doSomething = (type = 'pointermove') => page.dispatchEvent(new Event(type));

test('a viewer without any input has never been active', () => {
  const activity = watch();
  doSomething('visibilitychange');
  expect(activity.lastActivityMs()).toBe(-1);
});

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])(
  '%s is activity',
  (type) => {
    const activity = watch();
    doSomething(type);
    clock.advance(3);
    expect(activity.lastActivityMs()).toBe(3);
  },
);

test('continuing activity is recorded every 800 ms, by a timer that ends with it [spec-9.27]', () => {
  const activity = watch();
  doSomething();
  expect(activity.lastActivityMs()).toBe(0);
  clock.advance(300);
  doSomething();
  clock.advance(400);
  doSomething();
  expect(activity.lastActivityMs()).toBe(700);
  clock.advance(99);
  expect(activity.lastActivityMs()).toBe(799);
  clock.advance(1);
  // The time of the last input, not of the timer.
  expect(activity.lastActivityMs()).toBe(100);
  clock.advance(800);
  expect(activity.lastActivityMs()).toBe(900);
  expect(clock.timerCount).toBe(0);
});

test('activity after a pause is recorded at once', () => {
  const activity = watch();
  doSomething();
  clock.advance(5_000);
  doSomething();
  expect(activity.lastActivityMs()).toBe(0);
});

test('a clock that is set back gives no activity in the future', () => {
  let setMs = 0;
  const activity = watchUserActivity({ ...clock, now: () => clock.now() + setMs }, life.signal);
  doSomething();
  setMs = -5_000;
  expect(activity.lastActivityMs()).toBe(0);
});

test('after the end no activity is recorded', () => {
  const activity = watch();
  life.abort();
  doSomething();
  expect(activity.lastActivityMs()).toBe(-1);
});
