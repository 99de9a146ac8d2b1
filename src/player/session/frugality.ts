import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Engine } from '../engines/engine.ts';

export interface FrugalityDeps {
  /** Gives access to the current engine. */
  session: {
    readonly engine: Engine | null;
    bufferGoalSec: number | null;
    readonly signal: AbortSignal;
  };
  clock: Clock;
  /** Fires `visibilitychange`. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
}

/**
 * While the page is hidden, fetches the lowest quality and little ahead; sound is unaffected.
 * Starts after a delay, so that a viewer who returns soon sees the same quality.
 */
export function startFrugality({ session, clock, page }: FrugalityDeps): void {
  let cancel = () => {};

  function apply(isFrugal: boolean): void {
    session.bufferGoalSec = isFrugal ? recoveryLimits.hiddenGoalSec : null;
    session.engine?.setBufferGoal?.(session.bufferGoalSec);
    session.engine?.setFrugal?.(isFrugal);
  }

  function check(): void {
    cancel();
    if (page.visibilityState === 'hidden')
      cancel = clock.setTimer(() => apply(true), recoveryLimits.hiddenAfterMs);
    else apply(false);
  }

  page.addEventListener('visibilitychange', check, { signal: session.signal });
  session.signal.addEventListener('abort', () => cancel());
}
