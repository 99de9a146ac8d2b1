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

/**
 * The action at each check, every two seconds, for a video whose time only moves when it is sought.
 */
function look(times: number, change: (index: number) => Partial<StallReading>) {
  let memory: StallMemory | null = null;
  let { currentTime } = playing;
  return Array.from({ length: times }, (_, index) => {
    const nowMs = index * recoveryLimits.checkEveryMs;
    const next = nextStall(memory, { ...playing, currentTime, nowMs, ...change(index) });
    memory = next.memory;
    if (next.action.type === 'seek') currentTime = next.action.seconds;
    return next.action.type === 'seek' ? next.action.seconds : next.action.type;
  });
}

test('a video that moves is left alone', () => {
  expect(look(5, (index) => ({ currentTime: 10 + index }))).toEqual(Array(5).fill('none'));
});

test('a video that stalls within its buffer is nudged, each time a little more, and then reloaded [feature-recovery]', () => {
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

test('a small gap is skipped, even when the element waits', () => {
  const buffered = [
    { start: 0, end: 10.05 },
    { start: 12, end: 30 },
  ];
  expect(look(3, () => ({ buffered, isReady: false }))).toEqual(['none', 'none', 12.1]);
});

test('a large gap is not skipped: its media may come', () => {
  const buffered = [
    { start: 0, end: 10 },
    { start: 20, end: 30 },
  ];
  expect(look(4, () => ({ buffered, isReady: false }))).toEqual(Array(4).fill('none'));
});

test('missing media is loaded again, but not while more of it arrives', () => {
  const empty = { buffered: [{ start: 0, end: 10 }], isReady: false };
  expect(look(9, () => empty)).toEqual([...Array(8).fill('none'), 'starved']);
  const coming = (index: number) => ({
    buffered: [{ start: 5 - index / 10, end: 10 }],
    isReady: false,
  });
  expect(look(20, coming)).toEqual(Array(20).fill('none'));
});

test('media that arrives after a gap is none for a video that is held before the gap', () => {
  const beyond = (index: number) => ({
    buffered: [
      { start: 0, end: 11 },
      { start: 20, end: 30 + index },
    ],
    isReady: false,
  });
  expect(look(9, beyond).at(-1)).toBe('starved');
});

test('a seek that never arrives counts as missing media, and is not nudged', () => {
  expect(look(9, () => ({ isSeeking: true, isReady: false, buffered: [] })).at(-1)).toBe('starved');
});

test('a video whose engine holds its picture is not nudged', () => {
  expect(look(4, () => ({ isReady: false }))).toEqual(Array(4).fill('none'));
});

test('only the time of a moving video is read', () => {
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
