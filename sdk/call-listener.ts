/**
 * Calls a listener if it is a function. An error does not affect other listeners, but the page
 * still receives it as uncaught.
 */
export function callListener(listener: unknown, event?: unknown): void {
  try {
    if (typeof listener === 'function') listener(event);
  } catch (error) {
    reportError(error);
  }
}
