/** Maximum number of steps to draw. */
const stepsMaxCount = 400;

/**
 * Fills in the steps that the server left out. Nothing happened in them, so charts show zero.
 * @param range of the report; without a start, it begins with the first step
 * @returns all moments with their step; `null` if nothing happened
 */
export function fillSteps<Step extends { atMs: number }>(
  steps: readonly Step[],
  stepMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): { atMs: number; step: Step | null }[] {
  const known = new Map(steps.map((step) => [step.atMs, step]));
  const firstMs = Math.max(
    Math.floor(fromMs / stepMs) * stepMs,
    fromMs === 0 ? (steps[0]?.atMs ?? toMs) : 0,
  );
  const filled: { atMs: number; step: Step | null }[] = [];
  for (let atMs = firstMs; atMs < toMs && filled.length < stepsMaxCount; atMs += stepMs)
    filled.push({ atMs, step: known.get(atMs) ?? null });
  // Longer ranges show only the known steps.
  return filled.length < stepsMaxCount ? filled : steps.map((step) => ({ atMs: step.atMs, step }));
}
