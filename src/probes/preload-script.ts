/**
 * Fetches a script and does not run it. Across origins no other request tells a script from an error page, such as a 404.
 * @param signal takes the element away, whatever has come
 */
export function preloadScript(
  url: string,
  onEnd: (hasCome: boolean) => void,
  signal: AbortSignal,
): void {
  const link = document.createElement('link');
  if (!link.relList.supports('preload')) {
    // Nothing can be told from an error page here.
    onEnd(true);
    return;
  }
  link.rel = 'preload';
  link.as = 'script';
  link.referrerPolicy = 'no-referrer';
  link.fetchPriority = 'low';
  link.href = url;
  link.addEventListener('load', () => onEnd(true), { signal });
  link.addEventListener('error', () => onEnd(false), { signal });
  signal.addEventListener('abort', () => link.remove());
  document.head.append(link);
}
