import { cleanupLimits } from '../../../shared/limits/cleanup-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';

/**
 * @returns whether it is gone; `false` if another page holds it open. Then the browser deletes it
 * when that page lets go
 */
export function deleteDatabase(name: string, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancelTimer = clock.setTimer(() => resolve(false), cleanupLimits.deleteDeadlineMs);
    const request = indexedDB.deleteDatabase(name);
    const settle = (isGone: boolean) => {
      cancelTimer();
      resolve(isGone);
    };
    request.onsuccess = () => settle(true);
    request.onerror = () => settle(false);
  });
}
