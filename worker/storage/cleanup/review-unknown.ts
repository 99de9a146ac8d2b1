import { cleanupLimits } from '../../../shared/limits/cleanup-limits.ts';

/**
 * When a clean-up first found each unknown name: Unix time in milliseconds on the viewer's clock.
 */
export type FirstSeen = Readonly<Record<string, number>>;

/**
 * Keeps unknown storage for a while before it is deleted. It may belong to another version, which
 * runs beside this one or returns after a roll-back.
 * @returns what to remember until the next clean-up, and the names that may go now
 */
export function reviewUnknown(
  names: readonly string[],
  before: FirstSeen,
  nowMs: number,
): { firstSeen: FirstSeen; due: string[] } {
  const seen = names.slice(0, cleanupLimits.unknownCount).map((name) => {
    const sinceMs = Object.hasOwn(before, name) ? (before[name] ?? nowMs) : nowMs;
    // The clock was set back: the waiting time starts again.
    return [name, Math.min(sinceMs, nowMs)] as const;
  });
  const due = seen.filter(([, sinceMs]) => nowMs - sinceMs >= cleanupLimits.unknownLifeMs);
  return { firstSeen: Object.fromEntries(seen), due: due.map(([name]) => name) };
}
