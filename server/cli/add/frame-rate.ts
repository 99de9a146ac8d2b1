/** Screens show up to this rate, and few viewers notice more. */
const maxRate = 60;

/** For variable frame rates: the lowest of these that is high enough is used. */
const commonRates = [24, 25, 30, 50, 60];

/** Rates closer than this (relative) are equal, written differently. */
const tolerance = 0.01;

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
    baseRate === null || Math.abs(baseRate - averageRate) > averageRate * tolerance;
  if (isVariable && baseRate !== null && baseRate <= maxRate)
    return { frameRate: base, isVariable };
  if (isVariable) {
    const rate = commonRates.find((common) => common >= averageRate * (1 - tolerance)) ?? maxRate;
    return { frameRate: String(rate), isVariable };
  }
  return {
    frameRate: averageRate > maxRate * (1 + tolerance) ? String(maxRate) : average,
    isVariable,
  };
}

/** @returns the fraction's value; `null` if it has none */
export function rateOf(fraction: string): number | null {
  const [frames = Number.NaN, seconds = 1] = fraction.split('/').map(Number);
  const rate = frames / seconds;
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}
