import type { HrTime } from '@opentelemetry/api';

/**
 * Not a number: the library takes small numbers for times since the process began.
 * @param ms Unix milliseconds
 * @returns seconds and nanoseconds
 */
export function toHrTime(ms: number): HrTime {
  const whole = Math.round(ms);
  return [Math.floor(whole / 1_000), (whole % 1_000) * 1_000_000];
}
