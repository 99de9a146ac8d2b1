/** Resolves when the page has nothing better to do: its resources have loaded and the browser is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') onceIdle(resolve);
    else addEventListener('load', () => onceIdle(resolve), { once: true });
  });
}

/** Calls back when the browser is idle, at the latest after a second. */
export function onceIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => callback(), { timeout: 1_000 });
  // Safari has none: once what is under way is done.
  else setTimeout(callback);
}
