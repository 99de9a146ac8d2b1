/** Calls what is a function. Its failure is not the others', but the page shall hear of it as of any other. */
export function callListener(listener: unknown, event?: unknown): void {
  try {
    if (typeof listener === 'function') listener(event);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
