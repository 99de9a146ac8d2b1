import { expect, test } from 'vitest';
import { seekSteps, sliderStep, volumeSteps } from '../../../../src/ui/controls/slider-step.ts';

const volume = { min: 0, max: 100, value: 50 };

test.each([
  ['ArrowLeft', 45],
  ['ArrowDown', 45],
  ['ArrowRight', 55],
  ['ArrowUp', 55],
  ['PageDown', 30],
  ['PageUp', 70],
  ['Home', 0],
  ['End', 100],
  ['m', null],
  ['Tab', null],
])('%s changes the volume from 50 to %s', (key, expected) => {
  expect(sliderStep(key, volume, volumeSteps)).toBe(expected);
});

test('a slider stops at its ends', () => {
  expect(sliderStep('ArrowDown', { ...volume, value: 2 }, volumeSteps)).toBe(0);
  expect(sliderStep('PageUp', { min: 100, max: 160, value: 158 }, seekSteps(60))).toBe(160);
});

test('page keys move by a minute in a film, and by a tenth in a clip', () => {
  expect(seekSteps(36_000).large).toBe(60);
  expect(seekSteps(30).large).toBe(3);
});
