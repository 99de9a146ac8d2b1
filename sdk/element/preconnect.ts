const origins = new Set<string>();

/**
 * Connects to the player's server before the click that needs it, once for each server.
 * @param host empty if the element names none
 */
export function preconnect(host: string): void {
  if (host === '' || origins.has(host)) return;
  origins.add(host);
  const link = document.createElement('link');
  link.rel = 'preconnect';
  link.href = host;
  document.head.append(link);
}
