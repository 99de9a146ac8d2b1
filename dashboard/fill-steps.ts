/** So many steps are drawn at most. */
const stepsMaxCount = 400;

/**
 * Steps that the server left out, because nothing happened in them, are zero in a chart.
 * @param range of the report; one from the beginning of time begins with the first step
 * @returns moments, and for each what happened; `null` where nothing did
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
  // A range that is longer than that is drawn by what there is.
  return filled.length < stepsMaxCount ? filled : steps.map((step) => ({ atMs: step.atMs, step }));
}
