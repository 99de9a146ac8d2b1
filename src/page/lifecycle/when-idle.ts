import { idleLimits } from '../../../shared/limits/idle-limits.ts';

/** Resolves when the page has loaded its resources and the browser is idle. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') onceIdle(resolve);
    else addEventListener('load', () => onceIdle(resolve), { once: true });
  });
}

/** Calls back when the browser is idle, after `waitMs` at the latest. */
export function onceIdle(callback: () => void): void {
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => callback(), { timeout: idleLimits.waitMs });
  // Safari lacks `requestIdleCallback`: run after the current task.
  else setTimeout(callback);
}
