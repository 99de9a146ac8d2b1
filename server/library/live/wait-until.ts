/**
 * Waits for a time of a clock that may be set meanwhile.
 * @param readyMs Unix milliseconds
 * @param deps `now`: Unix milliseconds; `limitMs`: maximum wait; `signal`: aborted when the client
 *   has disconnected
 * @returns why the wait ended; nothing continues after it
 */
export async function waitUntil(
  readyMs: number,
  { now, limitMs, signal }: { now: () => number; limitMs: number; signal: AbortSignal },
): Promise<'ready' | 'too_late' | 'gone'> {
  let leftMs = limitMs;
  while (!signal.aborted) {
    const remainingMs = readyMs - now();
    if (remainingMs <= 0) return 'ready';
    if (leftMs <= 0) return 'too_late';
    // Timers count whole milliseconds, and may fire slightly early.
    const delayMs = Math.ceil(Math.min(remainingMs, leftMs));
    leftMs -= delayMs;
    await delay(delayMs, signal);
  }
  return 'gone';
}

/** Resolves early if aborted. */
function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
  });
}
