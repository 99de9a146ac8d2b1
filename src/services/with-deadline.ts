import type { Clock } from '../../shared/tools/clock.ts';

/** @returns the promise's value, or `null` if it does not come within `ms` */
export function withDeadline<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cancelTimer = clock.setTimer(() => resolve(null), ms);
    promise.then(resolve, reject).finally(cancelTimer);
  });
}
