import { encodingLimits } from './add-limits.ts';

const { frameRateTolerance, frameRateMax } = encodingLimits;

/** For variable frame rates: the lowest of these that is high enough is used. */
const commonRates = [24, 25, 30, 50, 60];

/**
 * @param base the lowest rate at which all frames fit exactly, as ffprobe's fraction
 * @param average frames divided by seconds
 * @returns the rate of the renditions, as a fraction
 */
export function frameRateOf(
  base: string,
  average: string,
): { frameRate: string; isVariable: boolean } {
  const baseRate = rateOf(base);
  const averageRate = rateOf(average) ?? baseRate;
  if (averageRate === null) return { frameRate: '30', isVariable: true };
  const isVariable =
    baseRate === null || Math.abs(baseRate - averageRate) > averageRate * frameRateTolerance;
  if (isVariable && baseRate !== null && baseRate <= frameRateMax)
    return { frameRate: base, isVariable };
  if (isVariable) {
    const rate =
      commonRates.find((common) => common >= averageRate * (1 - frameRateTolerance)) ??
      frameRateMax;
    return { frameRate: String(rate), isVariable };
  }
  return {
    frameRate:
      averageRate > frameRateMax * (1 + frameRateTolerance) ? String(frameRateMax) : average,
    isVariable,
  };
}

/** @returns the fraction's value; `null` if it has none */
export function rateOf(fraction: string): number | null {
  const [frames = Number.NaN, seconds = 1] = fraction.split('/').map(Number);
  const rate = frames / seconds;
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}
