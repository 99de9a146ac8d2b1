/**
 * Fetches a script without running it. Across origins, no other request can distinguish a script
 * from an error page such as a 404.
 * @param signal removes the element, loaded or not
 */
export function preloadScript(
  url: string,
  onEnd: (hasLoaded: boolean) => void,
  signal: AbortSignal,
): void {
  const link = document.createElement('link');
  if (!link.relList.supports('preload')) {
    // Without preload, an error page cannot be detected, so assume success.
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
