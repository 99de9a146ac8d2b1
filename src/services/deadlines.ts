import type { Clock } from '../../shared/clock.ts';

/** Deadlines that are nearly always met. They share a timer: to set and clear one for each costs more than what it guards. */
export interface Deadlines {
  /** @returns takes the deadline back */
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
  /** When the timer fires. While others wait it is left alone when its deadline is met, and then finds a later one. */
  let timerMs = Number.POSITIVE_INFINITY;

  function arm(ms: number): void {
    cancelTimer?.();
    timerMs = clock.now() + ms;
    cancelTimer = clock.setTimer(look, ms);
  }

  function disarm(): void {
    cancelTimer?.();
    cancelTimer = null;
    timerMs = Number.POSITIVE_INFINITY;
  }

  function look(): void {
    cancelTimer = null;
    // A clock that was set back meanwhile must not make anybody wait longer.
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
        // Nobody waits any more: a page at rest is not woken to find that out.
        if (open.size === 0) disarm();
      };
    },
    stop() {
      open.clear();
      disarm();
    },
  };
}
