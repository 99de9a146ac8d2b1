import { setTimeout as wait } from 'node:timers/promises';
import { evaluate, type OpenPlayer } from './open-player.ts';

const lookEveryMs = 200;
/** A page that never rests, because it fetches its film to the end, is measured as it then is. */
const patienceMs = 20_000;

/**
 * Waits until page and workers have requested nothing more for `quietMs`. What a page fetches when
 * it is idle comes later on a busy machine.
 */
export async function untilAtRest(player: OpenPlayer, quietMs: number): Promise<void> {
  const startMs = performance.now();
  let quietSinceMs = startMs;
  let known = '';
  for (;;) {
    const nowMs = performance.now();
    const counts = await countRequests(player);
    if (counts !== known) quietSinceMs = nowMs;
    known = counts;
    if (nowMs - quietSinceMs >= quietMs || nowMs - startMs > patienceMs) return;
    await wait(lookEveryMs);
  }
}

/** @returns the numbers of requests by thread, as a text to compare */
async function countRequests({ frame, workers }: OpenPlayer): Promise<string> {
  const count = "performance.getEntriesByType('resource').length";
  // A worker may end meanwhile.
  const counts = [frame(), ...workers()].map((thread) => evaluate(thread, count).catch(() => -1));
  return (await Promise.all(counts)).join();
}
