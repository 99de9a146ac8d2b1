import type { Clock } from '../../shared/tools/clock.ts';

/**
 * Deadlines that are nearly always met. They share one timer, because a timer each would cost more
 * than the guarded calls.
 */
export interface Deadlines {
  /** @returns a function that cancels the deadline */
  add(ms: number, onMissed: () => void): () => void;
  stop(): void;
}

interface Deadline {
  dueMs: number;
  onMissed: () => void;
}

export function createDeadlines(clock: Clock): Deadlines {
  const open = new Set<Deadline>();
  let cancelTimer: (() => void) | null = null;
  /**
   * When the timer fires. If its deadline is met while others are open, the timer stays and then
   * finds the next one.
   */
  let timerMs = Number.POSITIVE_INFINITY;

  function arm(ms: number): void {
    cancelTimer?.();
    timerMs = clock.now() + ms;
    cancelTimer = clock.setTimer(check, ms);
  }

  function disarm(): void {
    cancelTimer?.();
    cancelTimer = null;
    timerMs = Number.POSITIVE_INFINITY;
  }

  function check(): void {
    cancelTimer = null;
    // If the clock was set back meanwhile, deadlines must not get longer.
    const nowMs = Math.max(clock.now(), timerMs);
    timerMs = Number.POSITIVE_INFINITY;
    for (const deadline of [...open]) {
      if (deadline.dueMs <= nowMs && open.delete(deadline)) deadline.onMissed();
    }
    const nextMs = Math.min(...[...open].map(({ dueMs }) => dueMs));
    if (open.size > 0 && cancelTimer === null) arm(Math.max(0, nextMs - nowMs));
  }

  return {
    add(ms, onMissed) {
      const deadline = { dueMs: clock.now() + ms, onMissed };
      open.add(deadline);
      if (deadline.dueMs < timerMs) arm(ms);
      return () => {
        open.delete(deadline);
        // No deadlines are left: do not wake an idle page to find that out.
        if (open.size === 0) disarm();
      };
    },
    stop() {
      open.clear();
      disarm();
    },
  };
}
