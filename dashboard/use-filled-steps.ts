import { useMemo } from 'react';
import { fillSteps } from './fill-steps.ts';

/** The steps of a chart with those that the server left out, and their moments. */
export function useFilledSteps<Step extends { atMs: number }>(
  steps: readonly Step[],
  stepMs: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) {
  const filled = useMemo(
    () => fillSteps(steps, stepMs, { fromMs, toMs }),
    [steps, stepMs, fromMs, toMs],
  );
  const moments = useMemo(() => filled.map(({ atMs }) => atMs), [filled]);
  return { filled, moments };
}
