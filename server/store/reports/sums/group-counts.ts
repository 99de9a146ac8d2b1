import { outcomeNames } from './playback-sum.ts';

/** Outcomes of a group of playbacks, by the names of the columns. */
export type GroupCounts = Record<(typeof outcomeNames)[number], number>;

/** Adds to the counts of a group. Drivers may return counts as text. */
export function addCounts(
  groups: Map<string, GroupCounts>,
  name: string,
  counts: Readonly<GroupCounts>,
): void {
  const known = groups.get(name);
  groups.set(
    name,
    Object.fromEntries(
      outcomeNames.map((outcome) => [outcome, Number(counts[outcome]) + (known?.[outcome] ?? 0)]),
    ) as GroupCounts,
  );
}
