import { setTimeout as wait } from 'node:timers/promises';

/** The same clock in every thread of this process. @returns milliseconds */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Calls `send` at an even pace, whether or not earlier calls have ended: a flood does not wait for answers. */
export async function atPace(perSec: number, untilMs: number, send: () => Promise<void>): Promise<void> {
  const under = new Set<Promise<void>>();
  const startMs = sharedNowMs();
  for (let count = 0; sharedNowMs() < untilMs; count += 1) {
    const dueMs = startMs + (count * 1_000) / perSec;
    if (dueMs > sharedNowMs()) await wait(dueMs - sharedNowMs());
    const sent = send().finally(() => under.delete(sent));
    under.add(sent);
  }
  await Promise.all(under);
}
