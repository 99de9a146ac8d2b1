import { pageClock } from '../../page-clock.ts';
import { startFrugality } from '../frugality.ts';
import { startHeartbeat } from '../heartbeat/start-heartbeat.ts';
import { createRecovery, type Recoverable, type Recovery } from './create-recovery.ts';

/** What the player loads once a video plays: recovery, with the page's own time and network, the heartbeat, and frugality while nobody looks. */
export function startRecovery(recoverable: Recoverable): Recovery {
  startFrugality({ on: recoverable, clock: pageClock, page: document });
  startHeartbeat(recoverable, pageClock);
  return createRecovery(recoverable, {
    clock: pageClock,
    random: Math.random,
    fetch: (...request) => fetch(...request),
    network: window,
  });
}
