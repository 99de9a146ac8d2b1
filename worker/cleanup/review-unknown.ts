import { cleanupLimits } from '../../shared/later-limits.ts';

/** When a clean-up first found each name unknown: Unix time in milliseconds on the viewer's clock. */
export type FirstSeen = Readonly<Record<string, number>>;

/**
 * What no service of this version knows may be another version's, which runs beside this one or comes back: it goes when it has
 * been unknown for long.
 * @returns what to remember until the next clean-up, and the names that may go now
 */
export function reviewUnknown(
  names: readonly string[],
  before: FirstSeen,
  nowMs: number,
): { firstSeen: FirstSeen; due: string[] } {
  const seen = names.slice(0, cleanupLimits.unknownCount).map((name) => {
    const sinceMs = Object.hasOwn(before, name) ? (before[name] ?? nowMs) : nowMs;
    // A clock that was set back: its time begins anew.
    return [name, Math.min(sinceMs, nowMs)] as const;
  });
  const due = seen.filter(([, sinceMs]) => nowMs - sinceMs >= cleanupLimits.unknownLifeMs);
  return { firstSeen: Object.fromEntries(seen), due: due.map(([name]) => name) };
}
