const dayMs = 86_400_000;

/** @returns the UTC day of a time in Unix milliseconds, counted from 1970 */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** @returns the time in Unix milliseconds, `days` days earlier */
export function daysBefore(ms: number, days: number): number {
  return ms - days * dayMs;
}
