import { keyboardLimits } from '../../../shared/keyboard-limits.ts';

const { smallSeekSec, pageSeekSec, volumeStep, volumePageStep } = keyboardLimits;

interface Slider {
  min: number;
  max: number;
  value: number;
}

/** How far an arrow key and a page key move a slider. */
export interface Steps {
  small: number;
  large: number;
}

export const volumeSteps: Steps = { small: volumeStep, large: volumePageStep };

/** @param length of what can be seeked to, in seconds */
export function seekSteps(length: number): Steps {
  return { small: smallSeekSec, large: Math.min(pageSeekSec, length / 10) };
}

/**
 * The keys of the ARIA slider pattern. Left is less in every language: time line and volume run left to right.
 * @returns where the key moves the slider to; `null` for keys that are none of its own
 */
export function sliderStep(
  key: string,
  { min, max, value }: Slider,
  { small, large }: Steps,
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: value + small,
    ArrowUp: value + small,
    ArrowLeft: value - small,
    ArrowDown: value - small,
    PageUp: value + large,
    PageDown: value - large,
    Home: min,
    End: max,
  };
  const next = steps[key];
  return next === undefined ? null : Math.min(max, Math.max(min, next));
}
