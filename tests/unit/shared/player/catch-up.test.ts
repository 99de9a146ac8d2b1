import { expect, test } from 'vitest';
import { catchUpLimits } from '../../../../shared/limits/catch-up-limits.ts';
import { noteStall, stallAllowanceSec, startCatchUp } from '../../../../shared/player/catch-up.ts';
import { playbackRates } from '../../../../src/player/state/playback-rates.ts';
import { after, begins, goOn, played, stalls } from './live-readings.ts';

const { maxRate, overSec, jumpAfterSec, jumpEveryMs, stallMaxSec, stallMs } = catchUpLimits;

const seekBack = { positionSec: 70, behindSec: 30, isSeeking: true };
const pause = { isPaused: true };
const pausedThere = { ...seekBack, isSeeking: false, isPaused: true };
const stalled = { canGoOn: false, behindSec: 5 };
const afterPause = { nowMs: 4_000 };
const jumping = { positionSec: 105, isSeeking: true, canGoOn: false };
const landed = { nowMs: 8_000, positionSec: 105, behindSec: 5 };
/** Before its media, the element is at 0, and the target is at 100 s. */
const beforeMedia = { positionSec: 0, behindSec: 100, canGoOn: false };
const starting = { positionSec: 100, behindSec: 4, isSeeking: true, canGoOn: false };
const none = { type: 'none' };

test.each([
  ['at the target', 0, none],
  ['nearer to the edge', -1, none],
  ['slightly behind', 0.4, none],
  ['half a second behind', 0.5, { type: 'rate', rate: 1.15 }],
  ['a second behind', 1, { type: 'rate', rate: maxRate }],
  ['as far behind as the rate reaches', 1.5, { type: 'rate', rate: maxRate }],
  ['farther behind', 6.5, { type: 'jump', toSec: 106.5 }],
])('playback %s', (_, behindSec, action) => {
  expect(after({ behindSec })).toEqual(action);
});

test('a catch-up slows down with the distance, and ends at the target', () => {
  expect(after({ behindSec: 0.35, rate: 1.2 })).toEqual({ type: 'rate', rate: 1.1 });
  expect(after({ behindSec: 0.35, rate: 1.1 })).toEqual(none);
  expect(after({ behindSec: 0.35, rate: 1.05 })).toEqual(none);
  expect(after({ behindSec: 0.1, rate: 1.1 })).toEqual({ type: 'rate', rate: 1 });
});

test.each([0.41, 0.5, 0.59, 0.8, 1, 1.5])(
  'a rate for %s s that is reset too late does not pass the target',
  (behindSec) => {
    const action = after({ behindSec });
    const rate = action.type === 'rate' ? action.rate : 0;
    expect(rate).toBeGreaterThan(1);
    expect((rate - 1) * overSec).toBeLessThanOrEqual(behindSec);
  },
);

test('the rate stays normal with little media ahead, and while there is none', () => {
  const [behind, faster] = [{ behindSec: 1 }, { behindSec: 1, rate: 1.2 }];
  const slower = { type: 'rate', rate: 1 };
  expect(after({ ...behind, aheadSec: 0.4 })).toEqual(none);
  expect(after({ ...faster, aheadSec: 0.4 })).toEqual(slower);
  expect(after({}, { behindSec: 5, canGoOn: false })).toEqual(none);
  expect(after({}, { ...faster, canGoOn: false })).toEqual(slower);
});

test('a jump that did not help is followed by a faster rate, and by at most two more jumps in a minute', () => {
  const behind = { behindSec: 5 };
  let memory = played();
  const typeAt = (nowMs: number) => {
    const next = goOn(memory, { ...behind, nowMs });
    ({ memory } = next);
    return next.action.type;
  };
  expect([0, jumpEveryMs - 1, jumpEveryMs].map(typeAt)).toEqual(['jump', 'rate', 'jump']);
  expect([2 * jumpEveryMs, 3 * jumpEveryMs, stallMs].map(typeAt)).toEqual(['jump', 'rate', 'jump']);
});

test('a jump that a newer seek of the page prevents is no seek back', () => {
  const stuck = { behindSec: 5, isSeeking: true };
  const jumped = { positionSec: 105, isSeeking: true };
  const again = { behindSec: 5, nowMs: jumpEveryMs };
  expect(after({}, { behindSec: 5 }, jumped, stuck, ...begins(again)).type).toBe('jump');
});

test('jumps raise the target like stalls', () => {
  const twice = goOn(played(), { behindSec: 5 }, { behindSec: 5, nowMs: jumpEveryMs });
  expect(stallAllowanceSec(noteStall(twice.memory, jumpEveryMs), jumpEveryMs)).toBe(0.5);
});

test.each([
  ['waits before its first picture', [pause, { ...pause, behindSec: 60 }]],
  ['was paused for a moment', [{}, pause, { nowMs: 900, behindSec: 0.9 }]],
  ['was at its target after a faster rate', [{}, { rate: 2 }, {}]],
  ['was nudged past damaged media', [{}, { positionSec: 99.5, isSeeking: true }]],
])('a stream that %s still follows its edge', (_, readings) => {
  expect(after(...readings, { behindSec: 5 })).toEqual({ type: 'jump', toSec: 105 });
});

test.each([
  [
    'skips missing media after a stall',
    [{}, { canGoOn: false, behindSec: 20 }, { positionSec: 103, behindSec: 17, isSeeking: true }],
  ],
  [
    'learns late that it has jumped',
    [{ behindSec: 5 }, { positionSec: 105, behindSec: 4, isSeeking: true }],
  ],
])('a stream that %s still follows its edge, by its rate first', (_, readings) => {
  expect(after(...readings, { behindSec: 5 })).toEqual({ type: 'rate', rate: maxRate });
});

test.each([
  ['seeked back', [{}, seekBack, { positionSec: 70, behindSec: 30 }]],
  [
    'seeked forward to a moment before the edge, from farther behind',
    [{ behindSec: 20 }, { positionSec: 106, behindSec: 14, isSeeking: true }, { positionSec: 106 }],
  ],
  ['seeked back before the start', [pause, { ...pause, ...seekBack }, { behindSec: 30 }]],
  ['paused', [{}, pause, { ...afterPause, behindSec: 4 }, { ...afterPause, behindSec: 4 }]],
  ['paused while the edge was not known', [{}, pause, afterPause, { behindSec: 4 }]],
  [
    'paused during a stall',
    [{}, stalled, { ...stalled, ...pause }, { ...afterPause, behindSec: 9 }],
  ],
  [
    'paused while a jump to the edge fetched its media',
    [{}, { behindSec: 5 }, jumping, { ...jumping, ...pause }, { ...landed, ...pause }, landed],
  ],
  [
    'seeked to the edge while paused, and played much later',
    [
      seekBack,
      pausedThere,
      { ...pause, isSeeking: true },
      { ...pause, ...afterPause },
      { ...afterPause, behindSec: 4 },
    ],
  ],
  ['paused before the first picture', [stalled, { ...stalled, ...pause }, landed]],
  [
    'chose a slow rate, and then the normal one',
    [{}, { rate: 0.5 }, { ...afterPause, positionSec: 102, behindSec: 2 }, { behindSec: 2 }],
  ],
])('a viewer who %s stays there', (_, readings) => {
  expect(after(...readings)).toEqual(none);
});

test('a viewer who paused stays there, also if stalls have raised the target', () => {
  const { memory } = goOn(stalls(9), {}, pause, { nowMs: 3_000, behindSec: 3 });
  expect(stallAllowanceSec(memory, 3_000)).toBe(stallMaxSec);
  expect(goOn(memory, { behindSec: 9 }).action).toEqual(none);
});

test('a short pause during a stall does not keep what the stall has cost', () => {
  const readings = [{}, { ...stalled, ...pause }, { nowMs: 900, behindSec: 5.9 }];
  expect(after(...readings).type).toBe('jump');
});

test('a stream that begins at a chosen rate follows its edge when the rate is normal again', () => {
  const nowMs = 500_000;
  const chosen = { nowMs, rate: 2 };
  const jump = { type: 'jump', toSec: 107 };
  expect(after(chosen, { nowMs: nowMs + 1_000, positionSec: 102, behindSec: 5 })).toEqual(jump);
  // Slow motion for a minute is a choice of the moment, too.
  const slow = { nowMs, rate: 0.5 };
  expect(after(slow, { nowMs: nowMs + 60_000, positionSec: 130, behindSec: 30 })).toEqual(none);
});

test.each([0.5, 0.75, 1.25, 2])('a chosen rate of %s is kept, without jumps', (rate) => {
  expect(after({}, { rate, behindSec: 1 })).toEqual(none);
  expect(after({}, { rate, behindSec: 10 })).toEqual(none);
});

test.each([
  ['pauses', pause],
  ['seeks back', seekBack],
])('the rate is normal again when the viewer %s during a catch-up', (_, change) => {
  expect(after({}, { behindSec: 1, rate: 1.2 }, { rate: 1.2, ...change })).toEqual({
    type: 'rate',
    rate: 1,
  });
});

test.each([
  ['a seek to the edge', [{ behindSec: 1.4, isSeeking: true }], true],
  ['a seek to the edge while paused', [pausedThere, { ...pause, isSeeking: true }, pause], true],
  ['a seek to the edge after a pause', [pausedThere, { isSeeking: true, canGoOn: false }], true],
  ['a seek forward that ends before the edge', [{ behindSec: 10, isSeeking: true }], false],
])('after a seek back, %s counts as one to the edge only there', (_, readings, isJump) => {
  const gone = goOn(startCatchUp(true), {}, seekBack, { ...seekBack, isSeeking: false });
  const { memory } = goOn(gone.memory, ...readings);
  const { type } = goOn(memory, ...begins({ behindSec: 15 })).action;
  expect(type).toBe(isJump ? 'jump' : 'none');
});

test.each([
  ['elsewhere stays there', seekBack, 'none'],
  ['at its edge follows it', { isSeeking: true }, 'jump'],
])('playback at a given second %s', (_, start, type) => {
  const later = begins({ ...start, isSeeking: false, behindSec: 30 });
  expect(goOn(startCatchUp(false), start, ...later).action.type).toBe(type);
});

test('two stalls do not raise the target, further ones do up to a bound, and all are forgotten', () => {
  expect([1, 2, 3, 4].map((count) => stallAllowanceSec(stalls(count), 0))).toEqual([0, 0, 0.5, 1]);
  expect(stallAllowanceSec(stalls(100), 0)).toBe(stallMaxSec);
  expect(stallAllowanceSec(stalls(4), stallMs - 1)).toBe(1);
  expect(stallAllowanceSec(stalls(4), stallMs)).toBe(0);
  expect(noteStall(stalls(4), stallMs).stallsMs).toEqual([stallMs]);
});

test('with a raised target playback stays farther behind, and returns when the stalls are forgotten', () => {
  expect(goOn(stalls(4), { behindSec: 1.2 }).action).toEqual(none);
  expect(goOn(stalls(4), { behindSec: 3 }).action).toEqual({ type: 'jump', toSec: 102 });
  expect(goOn(stalls(4), { behindSec: 1.2, nowMs: stallMs }).action).toEqual({
    type: 'rate',
    rate: maxRate,
  });
});

test('no rate that viewers and hosts can choose is one of a catch-up', () => {
  expect(playbackRates.filter((rate) => rate > 1 && rate <= maxRate)).toEqual([]);
});

test('a stream whose start took long plays for a second, and then jumps to its edge', () => {
  const slowStart = [beforeMedia, starting, { behindSec: 4 }];
  const playedFor = (seconds: number) => ({ positionSec: 100 + seconds, behindSec: 4 });
  const typeAfter = (seconds: number) =>
    goOn(startCatchUp(true), ...slowStart, playedFor(seconds)).action.type;
  expect([0, jumpAfterSec / 2, jumpAfterSec].map(typeAfter)).toEqual(['rate', 'rate', 'jump']);
});

test('after a jump a stream plays for a second before the next', () => {
  const seeked = goOn(played(), { behindSec: 5 }, { positionSec: 105, isSeeking: true });
  const landedLate = { positionSec: 105, behindSec: 5, nowMs: jumpEveryMs };
  const typeAfter = (seconds: number) =>
    goOn(seeked.memory, landedLate, { ...landedLate, positionSec: 105 + seconds }).action.type;
  expect([0, jumpAfterSec].map(typeAfter)).toEqual(['rate', 'jump']);
});

test('a seek back before playback has begun is kept', () => {
  const there = { ...seekBack, isSeeking: false };
  expect(after(beforeMedia, seekBack, there)).toEqual(none);
  expect(after(beforeMedia, starting, seekBack, there)).toEqual(none);
});
