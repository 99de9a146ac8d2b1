import { playerLimits } from '../../shared/limits/player-limits.ts';
import type { Log } from './player-log.ts';

interface Second {
  fromMs: number;
  count: number;
  /** Entries skipped since the last logged one. */
  skipped: number;
}

/**
 * A host can cause some events thousands of times a second. To protect the operator, only a few per
 * name and second are logged; the next logged one carries the number skipped.
 * @param nowMs a monotonic clock
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
