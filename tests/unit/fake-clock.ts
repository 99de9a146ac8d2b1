import type { Clock } from '../../shared/tools/clock.ts';

/** Time that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time and runs due callbacks, in order. */
  advance(ms: number): void;
  /** Like `advance`, and lets promises settle after each call. */
  advanceAsync(ms: number): Promise<void>;
  readonly timerCount: number;
}

export function createFakeClock(startMs = 1_000_000): FakeClock {
  let nowMs = startMs;
  let timers: { atMs: number; callback: () => void }[] = [];

  function nextDue(untilMs: number) {
    const due = timers.filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
    if (due === undefined) return null;
    timers = timers.filter((timer) => timer !== due);
    nowMs = due.atMs;
    return due;
  }

  return {
    now: () => nowMs,
    setTimer(callback, ms) {
      const timer = { atMs: nowMs + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let due = nextDue(untilMs); due !== null; due = nextDue(untilMs)) due.callback();
      nowMs = untilMs;
    },
    async advanceAsync(ms) {
      const untilMs = nowMs + ms;
      await settlePromises();
      for (let due = nextDue(untilMs); due !== null; due = nextDue(untilMs)) {
        due.callback();
        await settlePromises();
      }
      nowMs = untilMs;
    },
    get timerCount() {
      return timers.length;
    },
  };
}

/** Promises that depend only on other promises have settled after this. */
export function settlePromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
