import { isLoopbackHost } from './is-loopback-host.ts';

/**
 * The server's other origin, as a page under this URL should name it. On this machine it takes the other loopback name, so
 * that demo page and player are cross-site as they are in earnest.
 * @param pageUrl as the client knows it
 * @param port of the other origin
 */
export function crossSiteOrigin(pageUrl: URL, port: number): string {
  return `${pageUrl.protocol}//${otherLoopbackName(pageUrl.hostname)}:${port}`;
}

function otherLoopbackName(hostname: string): string {
  if (hostname === 'localhost') return '127.0.0.1';
  return isLoopbackHost(hostname) ? 'localhost' : hostname;
}
