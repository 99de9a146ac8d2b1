import { recoveryLimits } from '../../../shared/limits/recovery-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import type { RecoveryStep } from './recovery-rules.ts';

/** Fires `online`. */
export type Network = EventTarget & { readonly navigator: { readonly onLine: boolean } };

/** The wait before a recovery step. */
export interface RetryWait {
  /**
   * Retrying is pointless while offline; retry at once when the network returns.
   * @param sinceMs time of the first failure; `null` is now
   */
  wait(ms: number, type: RecoveryStep['type'], sinceMs: number | null): Promise<void>;
  /** Ends the current wait. */
  cancel(): void;
}

export function createRetryWait(clock: Clock, network: Network): RetryWait {
  let cancelWait = () => {};

  return {
    wait(ms, type, sinceMs) {
      const isOffline = !network.navigator.onLine && (type === 'resume' || type === 'reload');
      if (ms === 0 && !isOffline) return Promise.resolve();
      return new Promise((resolve) => {
        const leftMs = (sinceMs ?? clock.now()) + recoveryLimits.patienceMs - clock.now();
        const cancel = clock.setTimer(done, isOffline ? Math.max(ms, leftMs) : ms);
        function done(): void {
          cancel();
          network.removeEventListener('online', done);
          resolve();
        }
        network.addEventListener('online', done);
        cancelWait = done;
      });
    },
    cancel: () => cancelWait(),
  };
}
