import type { CompleteAction } from './action-ticks.ts';

/**
 * Adds performance marks for the latest first frame, for profilers: `offstage:play-asked`,
 * `offstage:first-frame`. Replaces those of the previous playback, so that at most two entries
 * exist.
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
