/**
 * Waits for work until the signal aborts. The work itself continues, which is harmless for reads.
 * @returns `null` if the signal aborted first
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = Promise.withResolvers<null>();
  const onAbort = () => aborted.resolve(null);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
