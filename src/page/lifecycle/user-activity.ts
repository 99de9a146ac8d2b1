import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';

/** When the viewer was last active in this frame. */
export interface UserActivity {
  /** Milliseconds since the last activity; -1 if never. */
  lastActivityMs(): number;
}

/**
 * Records the viewer's activity at once, then every 800 ms while it continues (specification §9).
 * The timer makes sure that the last activity counts.
 */
export function watchUserActivity({ now, setTimer }: Clock, signal: AbortSignal): UserActivity {
  /** 0 means never. */
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
