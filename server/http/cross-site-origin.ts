import { isLoopbackHost } from './is-loopback-host.ts';

/**
 * The server's other origin, for a page under this URL. On this machine it has the other loopback
 * name, so that demo page and player are cross-site as in production.
 * @param pageUrl as the client sees it
 * @param port of the other origin
 */
export function crossSiteOrigin(pageUrl: URL, port: number): string {
  return `${pageUrl.protocol}//${otherLoopbackName(pageUrl.hostname)}:${port}`;
}

function otherLoopbackName(hostname: string): string {
  if (hostname === 'localhost') return '127.0.0.1';
  return isLoopbackHost(hostname) ? 'localhost' : hostname;
}
