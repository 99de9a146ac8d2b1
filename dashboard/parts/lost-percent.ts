/** Section of the page that explains which events are missing. */
export const completenessId = 'completeness';

/** From this percentage of events on that are not stored, a time is marked. */
export const markedPercent = 1;

/** @returns the percentage of created events that are not stored */
export function lostPercent({ created, stored }: { created: number; stored: number }): number {
  return created === 0 ? 0 : ((created - stored) / created) * 100;
}
