import { pageClock } from '../../page-clock.ts';
import { createRecovery, type Recoverable, type Recovery } from './create-recovery.ts';

/** With the page's own time and network; what the player loads. */
export function startRecovery(recoverable: Recoverable): Recovery {
  return createRecovery(recoverable, {
    clock: pageClock,
    random: Math.random,
    fetch: (...request) => fetch(...request),
    network: window,
  });
}
