import { playerLimits } from '../shared/limits.ts';
import type { Log } from './player-log.ts';

interface Second {
  fromMs: number;
  count: number;
  /** Not logged since the last one that was. */
  skipped: number;
}

/**
 * What a host can cause it can cause thousands of times a second. Of each name only a few a second are logged; the next one
 * that is logged says how many were not, so that no host can make a player flood its operator.
 * @param nowMs a clock that never goes back
 */
export function limitLog(log: Log, nowMs: () => number): Log {
  const seconds = new Map<string, Second>();
  return (name, payload, options) => {
    const second = seconds.get(name) ?? { fromMs: Number.NEGATIVE_INFINITY, count: 0, skipped: 0 };
    seconds.set(name, second);
    if (nowMs() - second.fromMs >= 1_000) {
      second.fromMs = nowMs();
      second.count = 0;
    }
    second.count += 1;
    if (second.count > playerLimits.loggedPerSec) {
      second.skipped += 1;
      return;
    }
    const { skipped } = second;
    second.skipped = 0;
    log(name, skipped > 0 ? { ...payload, skipped } : payload, options);
  };
}
