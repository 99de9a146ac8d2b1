import { outcomeNames } from './playback-sum.ts';

/** Outcomes of a group of playbacks, by the names of the columns. */
export type GroupCounts = Record<(typeof outcomeNames)[number], number>;

/**
 * Adds to the counts of a group. Drivers may return counts as text.
 * @param sign -1 takes them away
 */
export function addCounts(
  groups: Map<string, GroupCounts>,
  name: string,
  counts: Readonly<GroupCounts>,
  sign: 1 | -1 = 1,
): void {
  // In place, because a report adds some ten thousand of them.
  let known = groups.get(name);
  if (known === undefined) {
    known = Object.fromEntries(outcomeNames.map((outcome) => [outcome, 0])) as GroupCounts;
    groups.set(name, known);
  }
  for (const outcome of outcomeNames) known[outcome] += sign * Number(counts[outcome]);
}
