import { keyboardLimits } from '../../../shared/limits/keyboard-limits.ts';

interface Slider {
  min: number;
  max: number;
  value: number;
}

/** Distances that an arrow key and a page key move a slider. */
export interface Steps {
  small: number;
  large: number;
}

export const volumeSteps: Steps = {
  small: keyboardLimits.volumeStep,
  large: keyboardLimits.volumePageStep,
};

/** @param length seconds of the seekable range */
export function seekSteps(length: number): Steps {
  return {
    small: keyboardLimits.smallSeekSec,
    large: Math.min(keyboardLimits.pageSeekSec, length / 10),
  };
}

/**
 * Implements the keys of the ARIA slider pattern. Left always decreases the value: the time line
 * and the volume run left to right in every language.
 * @returns the new value; `null` for keys that do not move a slider
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
