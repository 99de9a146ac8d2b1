/**
 * Resolves when the page has nothing better to do: its resources have loaded and the browser is idle, or at the first of the
 * given wake-ups, whichever comes first.
 * @param wakeUps registers a callback each
 */
export function whenIdle(wakeUps: readonly ((wake: () => void) => void)[]): Promise<void> {
  return new Promise((resolve) => {
    for (const register of wakeUps) register(resolve);
    const waitForIdle = () => {
      // Safari has no requestIdleCallback; by the load event its page has settled.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 });
      else resolve();
    };
    if (document.readyState === 'complete') waitForIdle();
    else addEventListener('load', waitForIdle, { once: true });
  });
}
