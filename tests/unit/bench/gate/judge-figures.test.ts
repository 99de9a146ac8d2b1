import { expect, test } from 'vitest';
import { judgeFigures, judgeLowest } from '../../../../bench/gate/judge-figures.ts';

const verdict = (recorded: number[], now: number[]) => judgeFigures(recorded, now, 0.01).verdict;

test('a median within the noise of the recorded rounds is no change', () => {
  expect(verdict([0.9, 1, 1.1], [0.95, 1.14, 1.2])).toBe('same');
});

test('a median beyond the noise is worse, or better', () => {
  expect(verdict([0.9, 1, 1.1], [1.15, 1.2, 1.25])).toBe('worse');
  expect(verdict([0.9, 1, 1.1], [0.75, 0.8, 0.85])).toBe('better');
});

test('rounds that scatter more than the recorded ones count as the noise', () => {
  expect(verdict([1, 1, 1.1], [0.9, 1.2, 1.5])).toBe('same');
});

test('a figure that never varies must hardly rise', () => {
  expect(verdict([11, 11, 11], [12, 12, 12])).toBe('worse');
  expect(verdict([93.27], [93.3])).toBe('same');
  expect(verdict([0], [1])).toBe('worse');
});

test('a low round does not hide a rise', () => {
  expect(verdict([6, 11, 11, 11], [12, 12, 12])).toBe('worse');
});

test('one bad round among good ones is noise', () => {
  expect(verdict([1, 1, 1], [1, 1, 1, 9, 1])).toBe('same');
});

const lowest = (now: number[]) => judgeLowest([5, 6, 9, 14, 15], now).verdict;

test('a task of which every round is above the recorded median is worse', () => {
  expect(lowest([10, 10, 14])).toBe('worse');
});

test('a task with one round as short as before is the same, however long the others are', () => {
  expect(lowest([8, 30, 30])).toBe('same');
});

test('a task shorter than it ever was is better', () => {
  expect(lowest([3, 4, 12])).toBe('better');
});
