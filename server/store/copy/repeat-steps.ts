import { setTimeout as wait } from 'node:timers/promises';
import { copyLimits } from './copy-limits.ts';

/**
 * Runs a step again and again until `signal`.
 * @param step returns milliseconds until the next one
 * @param onError gets what a step throws; the next one follows after `copyLimits.everyMs`
 */
export async function repeatSteps(
  step: () => Promise<number>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    let pauseMs: number = copyLimits.everyMs;
    try {
      pauseMs = await step();
    } catch (error) {
      onError(error);
    }
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
