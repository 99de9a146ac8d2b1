import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { Recoverable } from '../recovery/recoverable.ts';

export interface FrugalityDeps {
  session: Pick<Recoverable, 'store' | 'engine' | 'bufferGoalSec' | 'setBufferGoal' | 'signal'>;
  clock: Clock;
  /** Fires `visibilitychange`. */
  page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
}

/**
 * While the page is hidden, fetches the lowest quality and little ahead; sound is unaffected.
 * Starts after a delay, so that a viewer who returns soon sees the same quality. Follows
 * `aheadSec` too, which a host's budget of media sets.
 */
export function startFrugality({ session, clock, page }: FrugalityDeps): void {
  let cancel = () => {};

  function apply(isFrugal: boolean): void {
    session.setBufferGoal(isFrugal ? recoveryLimits.hiddenGoalSec : null);
    session.engine?.setFrugal?.(isFrugal);
  }

  function check(): void {
    cancel();
    if (page.visibilityState === 'hidden')
      cancel = clock.setTimer(() => apply(true), recoveryLimits.hiddenAfterMs);
    else apply(false);
  }

  page.addEventListener('visibilitychange', check, { signal: session.signal });
  const followBudget = () => session.setBufferGoal(session.bufferGoalSec);
  // It may have begun before this script came.
  if (session.store.getState().aheadSec !== null) followBudget();
  const stop = session.store.subscribe((state, previous) => {
    if (state.aheadSec !== previous.aheadSec) followBudget();
  });
  session.signal.addEventListener('abort', () => {
    cancel();
    stop();
  });
}
