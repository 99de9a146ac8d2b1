import { bridgeLimits } from '../../shared/limits.ts';
import type { LogPayload } from '../../shared/log-event.ts';

/**
 * Logs what hosts command. A host may send thousands of commands a second; beyond a few, an event says how many were not
 * logged by themselves, so that no host can make a player flood its operator.
 */
export function createCommandLog(
  log: (name: string, payload: LogPayload) => void,
  now: () => number,
): (func: string, details: LogPayload) => void {
  let secondFrom = 0;
  let inThisSecond = 0;
  let skipped = 0;

  return (func, details) => {
    if (now() - secondFrom >= 1_000) {
      secondFrom = now();
      inThisSecond = 0;
    }
    inThisSecond += 1;
    if (inThisSecond > bridgeLimits.loggedCommandsPerSec) {
      skipped += 1;
      return;
    }
    log('host_command', { func, ...details, ...(skipped > 0 && { skipped }) });
    skipped = 0;
  };
}
