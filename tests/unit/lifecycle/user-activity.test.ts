import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchUserActivity } from '../../../src/lifecycle/user-activity.ts';

let page: EventTarget;
let nowMs: number;
let life: AbortController;

beforeEach(() => {
  page = new EventTarget();
  nowMs = 10_000;
  life = new AbortController();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

const watch = () => watchUserActivity(() => nowMs, life.signal);
const doSomething = (type = 'pointermove') => page.dispatchEvent(new Event(type));

test('a viewer who has done nothing yet has never been active', () => {
  const activity = watch();
  doSomething('visibilitychange');
  expect(activity.lastActivityMs(nowMs)).toBe(-1);
});

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])('%s is activity', (type) => {
  const activity = watch();
  doSomething(type);
  expect(activity.lastActivityMs(nowMs + 3)).toBe(3);
});

test('activity is taken note of every 800 ms at most, and by no timer [spec-9.27]', () => {
  const activity = watch();
  doSomething();
  nowMs += 799;
  doSomething();
  expect(activity.lastActivityMs(nowMs)).toBe(799);
  nowMs += 1;
  doSomething();
  expect(activity.lastActivityMs(nowMs)).toBe(0);
});

test('a clock that is set back makes no activity of the future', () => {
  const activity = watch();
  doSomething();
  expect(activity.lastActivityMs(nowMs - 5_000)).toBe(0);
});

test('after the end nothing is taken note of', () => {
  const activity = watch();
  life.abort();
  doSomething();
  expect(activity.lastActivityMs(nowMs)).toBe(-1);
});
