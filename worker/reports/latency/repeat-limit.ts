import { latencyLimits } from '../../../shared/limits/latency-limits.ts';

/**
 * Limits how often a key is logged: the first and five repeats (§9), until the key is a minute old.
 */
export interface RepeatLimit {
  /** @returns how many were skipped before this one; `null` if this one is skipped too */
  allow(key: string): number | null;
}

interface Key {
  sinceMs: number;
  count: number;
  skipped: number;
}

/** @param now milliseconds, on any clock */
export function createRepeatLimit(now: () => number): RepeatLimit {
  /** In insertion order, so that the oldest come first. */
  const keys = new Map<string, Key>();

  function forgetOld(nowMs: number): void {
    for (const [name, key] of keys) {
      if (nowMs - key.sinceMs < latencyLimits.keyMs && keys.size <= latencyLimits.keysCount) return;
      keys.delete(name);
    }
  }

  return {
    allow(name) {
      const nowMs = now();
      const old = keys.get(name);
      const isOld = old !== undefined && nowMs - old.sinceMs >= latencyLimits.keyMs;
      if (old === undefined || isOld) {
        keys.delete(name);
        keys.set(name, { sinceMs: nowMs, count: 1, skipped: 0 });
        forgetOld(nowMs);
        return old?.skipped ?? 0;
      }
      old.count++;
      if (old.count <= 1 + latencyLimits.repeatsMax) return 0;
      old.skipped++;
      return null;
    },
  };
}
