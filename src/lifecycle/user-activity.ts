import { playerLimits } from '../../shared/limits.ts';

/** When the viewer last did something in this frame. */
export interface UserActivity {
  /** Milliseconds since then; -1 if never. */
  lastActivityMs(nowMs: number): number;
}

/** Takes note of the viewer's activity, at most once in 800 ms (specification §9), without a timer. */
export function watchUserActivity(now: () => number, signal: AbortSignal): UserActivity {
  let lastMs: number | null = null;
  const note = () => {
    const nowMs = now();
    if (lastMs === null || nowMs - lastMs >= playerLimits.activityUpdateMs) lastMs = nowMs;
  };
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const) {
    addEventListener(name, note, { signal, passive: true, capture: true });
  }
  return { lastActivityMs: (nowMs) => (lastMs === null ? -1 : Math.max(0, nowMs - lastMs)) };
}
