import { setTimeout as wait } from 'node:timers/promises';

/** Calls `send` at an even pace. A flood does not wait for answers, so calls may overlap. */
export async function atPace(
  perSec: number,
  forMs: number,
  send: () => Promise<void>,
): Promise<void> {
  const under = new Set<Promise<void>>();
  const startMs = performance.now();
  for (let count = 0; performance.now() < startMs + forMs; count += 1) {
    const dueMs = startMs + (count * 1_000) / perSec;
    if (dueMs > performance.now()) await wait(dueMs - performance.now());
    const sent = send().finally(() => under.delete(sent));
    under.add(sent);
  }
  await Promise.all(under);
}
