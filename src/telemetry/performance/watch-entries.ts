/**
 * Observes performance entries of one type. Does nothing where the browser does not support the
 * type.
 * @param options `buffered`: also earlier entries, as far as the browser kept them
 * @returns whether the type is supported
 */
export function watchEntries(
  type: string,
  receive: (entries: PerformanceEntryList) => void,
  signal: AbortSignal,
  { buffered = true } = {},
): boolean {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return false;
  const observer = new PerformanceObserver((list) => receive(list.getEntries()));
  observer.observe({ type, buffered });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return true;
}
