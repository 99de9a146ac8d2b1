import { pageClock } from '../../page/page-clock.ts';
import { startFrugality } from '../session/frugality.ts';
import { startHeartbeat } from '../session/heartbeat/start-heartbeat.ts';
import { createRecovery, type Recovery } from './create-recovery.ts';
import type { Recoverable } from './recoverable.ts';

/**
 * Loaded once a video plays: recovery, heartbeat, and frugality while the page is hidden. All use
 * the page's own clock and network.
 * @returns `null` if the video was replaced while this script loaded
 */
export function startRecovery(recoverable: Recoverable): Recovery | null {
  if (recoverable.signal.aborted) return null;
  startFrugality({ session: recoverable, clock: pageClock, page: document });
  startHeartbeat(recoverable, pageClock);
  return createRecovery(recoverable, {
    clock: pageClock,
    random: Math.random,
    fetch: (...request) => fetch(...request),
    network: window,
  });
}
