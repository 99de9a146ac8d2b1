import type { Clock } from '../../shared/tools/clock.ts';

/** The clock of the page: real time. */
export const pageClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
