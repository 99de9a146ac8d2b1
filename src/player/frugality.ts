import type { Clock } from '../../shared/clock.ts';
import { recoveryLimits } from '../../shared/recovery-limits.ts';
import type { Engine } from './engines/engine.ts';

export interface FrugalityDeps {
  /** The engine of the moment. */
  on: {
    readonly engine: Engine | null;
    bufferGoalSec: number | null;
    readonly signal: AbortSignal;
  };
  clock: Clock;
  /** Tells of `visibilitychange`. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
}

/**
 * A page that nobody sees fetches the smallest picture and little of it; sound goes on as ever. Only after a moment: who comes right
 * back should find the picture as it was.
 */
export function startFrugality({ on, clock, page }: FrugalityDeps): void {
  let cancel = () => {};

  function apply(isFrugal: boolean): void {
    on.bufferGoalSec = isFrugal ? recoveryLimits.hiddenGoalSec : null;
    on.engine?.setBufferGoal?.(on.bufferGoalSec);
    on.engine?.setFrugal?.(isFrugal);
  }

  function look(): void {
    cancel();
    if (page.visibilityState === 'hidden')
      cancel = clock.setTimer(() => apply(true), recoveryLimits.hiddenAfterMs);
    else apply(false);
  }

  page.addEventListener('visibilitychange', look, { signal: on.signal });
  on.signal.addEventListener('abort', () => cancel());
}
