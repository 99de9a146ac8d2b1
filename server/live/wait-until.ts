/**
 * Waits for a moment of a clock that may be set while it is waited for.
 * @param readyMs Unix milliseconds
 * @param deps now: Unix milliseconds; limitMs: how long to wait at most; signal: of whoever waits, gone before it
 * @returns why it ended; nothing of it goes on after that
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
    // Timers count whole milliseconds, and may fire a little early.
    const delayMs = Math.ceil(Math.min(remainingMs, leftMs));
    leftMs -= delayMs;
    await delay(delayMs, signal);
  }
  return 'gone';
}

/** Resolves early when aborted. */
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
