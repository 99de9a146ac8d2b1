/**
 * Hears what the browser notes of one kind. Nothing where it does not note it.
 * @param options `buffered`: from before as well, as far as it was kept
 * @returns whether it does
 */
export function watchEntries(
  type: string,
  take: (entries: PerformanceEntryList) => void,
  signal: AbortSignal,
  { buffered = true } = {},
): boolean {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return false;
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type, buffered });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return true;
}
