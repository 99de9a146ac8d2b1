import type { Clock } from '../../shared/clock.ts';
import { playerLimits } from '../../shared/limits.ts';

/** When the viewer last did something in this frame. */
export interface UserActivity {
  /** Milliseconds since then; -1 if never. */
  lastActivityMs(): number;
}

/**
 * Takes note of the viewer's activity at once, and then by a timer every 800 ms while it goes on (specification §9), so that the last
 * of it counts.
 */
export function watchUserActivity({ now, setTimer }: Clock, signal: AbortSignal): UserActivity {
  /** 0: never. */
  let lastMs = 0;
  let seenMs = 0;
  let isWaiting = false;
  const update = () => {
    isWaiting = lastMs !== seenMs;
    lastMs = seenMs;
    if (isWaiting) setTimer(update, playerLimits.activityUpdateMs);
  };
  const note = () => {
    seenMs = now();
    if (!isWaiting) update();
  };
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    addEventListener(name, note, { signal, passive: true, capture: true });
  }
  return { lastActivityMs: () => (lastMs ? Math.max(0, now() - lastMs) : -1) };
}
