import type { PlayerOptions, PlayerVar } from './player-options.ts';

/** What the player must know to answer this page. */
export interface PageIdentity {
  /** The session's number. */
  id: number;
  /** `self.origin`; `null` in text for a page without one. */
  origin: string;
  /** The page's URL. */
  href: string;
}

/** This machine: the one host that browsers let a page with TLS frame without it. */
const loopback = /(^|\.)localhost$|^127(\.\d+){3}$|^\[::1]$/;

/**
 * The URL of a new frame (host protocol §2). A page with TLS gets the player with TLS, whatever the program says: browsers
 * block any other frame in it.
 * @param host scheme and authority, maybe with a path before `/embed`
 * @throws an Error when that is no host of the web
 */
export function embedUrl(
  host: string,
  { videoId = '', playerVars = {} }: Pick<PlayerOptions, 'videoId' | 'playerVars'>,
  page: PageIdentity,
): string {
  const url = parseHost(host, `/embed/${encodeURIComponent(videoId)}`, page);
  for (const [name, value] of Object.entries(playerVars) as [string, PlayerVar][]) {
    if (value === null || value === undefined) continue;
    url.searchParams.set(name, `${typeof value === 'boolean' ? Number(value) : value}`);
  }
  identify(url, page);
  // As much as the frame's own referrer policy tells. A page that hides its path has a reason.
  if (!url.searchParams.has('widget_referrer') && page.origin !== 'null') {
    url.searchParams.set('widget_referrer', `${page.origin}/`);
  }
  return url.href;
}

function parseHost(host: string, path: string, { origin, href }: PageIdentity): URL {
  try {
    const url = new URL(host, href);
    url.pathname = url.pathname.replace(/\/*$/, path);
    // A sandboxed page has no origin; one that is written by another has no address.
    const isSecure = /^(null)?https:/.test(origin + href);
    if (isSecure && !loopback.test(url.hostname)) url.protocol = 'https:';
    if (host.trim() !== '' && /^https?:/.test(url.protocol)) return url;
  } catch {
    // The same mistake of the program's.
  }
  throw new Error(`YT.Player: no host "${host}", e.g. https://player.example`);
}

/**
 * The URL that a frame which stands in the page already must have, to be spoken with. One that has `enablejsapi=1` stays as
 * it is, because every change loads it anew: such a player answers whoever asks first, under the number that is asked with.
 * @param src absolute
 */
export function apiUrl(src: string, page: PageIdentity): string {
  const url = new URL(src);
  if (url.searchParams.get('enablejsapi') === '1') return src;
  identify(url, page);
  return url.href;
}

function identify({ searchParams }: URL, { id, origin }: PageIdentity): void {
  searchParams.set('enablejsapi', '1');
  // Whatever the program says: the player compares this with what the browser says.
  if (origin === 'null') searchParams.delete('origin');
  else searchParams.set('origin', origin);
  searchParams.set('widgetid', `${id}`);
}
