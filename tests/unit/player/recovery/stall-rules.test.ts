import { expect, test } from 'vitest';
import { recoveryLimits } from '../../../../shared/limits/recovery-limits.ts';
import {
  nextStall,
  type StallMemory,
  type StallReading,
} from '../../../../src/player/recovery/stall-rules.ts';

const playing: StallReading = {
  nowMs: 0,
  currentTime: 10,
  buffered: [{ start: 0, end: 30 }],
  isReady: true,
  isSeeking: false,
};

/** What is done at each look, every two seconds, at a video whose time only moves when it is sought. */
function look(times: number, change: (index: number) => Partial<StallReading>) {
  let memory: StallMemory | null = null;
  let { currentTime } = playing;
  return Array.from({ length: times }, (_, index) => {
    const nowMs = index * recoveryLimits.lookEveryMs;
    const next = nextStall(memory, { ...playing, currentTime, nowMs, ...change(index) });
    memory = next.memory;
    if (next.action.type === 'seek') currentTime = next.action.seconds;
    return next.action.type === 'seek' ? next.action.seconds : next.action.type;
  });
}

test('a video that moves is left alone', () => {
  expect(look(5, (index) => ({ currentTime: 10 + index }))).toEqual(Array(5).fill('none'));
});

test('one that stands in the midst of its media is nudged, each time a little more, and then fetched anew [feature-recovery]', () => {
  expect(look(9, () => ({}))).toEqual([
    'none',
    'none',
    10.1,
    'none',
    expect.closeTo(10.3),
    'none',
    expect.closeTo(10.6),
    'none',
    'stalled',
  ]);
});

test('a small hole is jumped over, also when the element says that it waits', () => {
  const buffered = [
    { start: 0, end: 10.05 },
    { start: 12, end: 30 },
  ];
  expect(look(3, () => ({ buffered, isReady: false }))).toEqual(['none', 'none', 12.1]);
});

test('a large hole is not: its media may come', () => {
  const buffered = [
    { start: 0, end: 10 },
    { start: 20, end: 30 },
  ];
  expect(look(4, () => ({ buffered, isReady: false }))).toEqual(Array(4).fill('none'));
});

test('media that does not come is fetched anew, but not while more of it comes', () => {
  const empty = { buffered: [{ start: 0, end: 10 }], isReady: false };
  expect(look(9, () => empty)).toEqual([...Array(8).fill('none'), 'starved']);
  const coming = (index: number) => ({
    buffered: [{ start: 5 - index / 10, end: 10 }],
    isReady: false,
  });
  expect(look(20, coming)).toEqual(Array(20).fill('none'));
});

test('a seek that never arrives counts as media that does not come, and is not nudged', () => {
  expect(look(9, () => ({ isSeeking: true, isReady: false, buffered: [] })).at(-1)).toBe('starved');
});

test('a picture that its engine holds is not nudged', () => {
  expect(look(4, () => ({ isReady: false }))).toEqual(Array(4).fill('none'));
});

test('of a video that moves nothing is read but its time', () => {
  const at = (currentTime: number): StallReading => ({
    ...playing,
    currentTime,
    get buffered(): never {
      throw new Error('read');
    },
  });
  const { memory } = nextStall(null, at(10));
  expect(nextStall(memory, at(12)).action.type).toBe('none');
  expect(() => nextStall(memory, at(10))).toThrow('read');
});
