import type { CompleteAction } from './action-ticks.ts';

/**
 * Marks the moments of the latest first frame for every profiler, where they were: `offstage:play-asked`, `offstage:first-frame`.
 * Those of the playback before go, so that a long session keeps two entries and no more.
 */
export function markAction({ action, ticks }: CompleteAction): void {
  if (action !== 'first_frame') return;
  for (const [tick, name] of [
    ['asked', 'offstage:play-asked'],
    ['first_frame', 'offstage:first-frame'],
  ] as const) {
    performance.clearMarks(name);
    const startTime = ticks.find((known) => known.name === tick)?.ms;
    if (startTime !== undefined) performance.mark(name, { startTime });
  }
}
