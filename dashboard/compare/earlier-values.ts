/**
 * Values of an earlier time at the moments of a later one.
 * @param moments of the later time, in Unix milliseconds
 * @param backMs how much earlier the other time is
 * @param steps of the earlier time, of which empty ones are left out
 * @param read `null` reads a step in which nothing happened
 */
export function earlierValues<Step extends { atMs: number }>(
  moments: readonly number[],
  { backMs, stepMs, steps }: { backMs: number; stepMs: number; steps: readonly Step[] },
  read: (step: Step | null) => number | null,
): (number | null)[] {
  const known = new Map(steps.map((step) => [step.atMs, step]));
  return moments.map((atMs) =>
    read(known.get(Math.round((atMs - backMs) / stepMs) * stepMs) ?? null),
  );
}
