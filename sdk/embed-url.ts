import type { PlayerOptions, PlayerVar } from './player-options.ts';

/** Identifies this page to the player, so that the player can answer. */
export interface PageIdentity {
  /** The session's number. */
  id: number;
  /** `self.origin`; the text `null` for a page without an origin. */
  origin: string;
  /** The page's URL. */
  href: string;
}

/** This machine: the one host that browsers let an https page frame over http. */
const loopback = /(^|\.)localhost$|^127(\.\d+){3}$|^\[::1]$/;

/**
 * The URL of a new frame (host protocol §2). An https page always gets the player over https,
 * because browsers block any other frame in it.
 * @param host scheme and authority, optionally with a path before `/embed`
 * @throws an Error if that is not a web host
 */
export function embedUrl(
  host: string,
  { videoId = '', playerVars = {} }: Pick<PlayerOptions, 'videoId' | 'playerVars'>,
  page: PageIdentity,
): string {
  const url = parseHost(host, `/embed/${encodeURIComponent(videoId)}`, page);
  for (const [name, value] of Object.entries(playerVars) as [string, PlayerVar][]) {
    if (value === null || value === undefined) continue;
    // A switch is 0 or 1 in the address. The browser turns numbers into text.
    url.searchParams.set(name, (value === !!value ? +value : value) as string);
  }
  identify(url, page);
  // Only what the frame's own referrer policy reveals: a page may have a reason to hide its path.
  if (!url.searchParams.has('widget_referrer') && page.origin !== 'null') {
    url.searchParams.set('widget_referrer', `${page.origin}/`);
  }
  return url.href;
}

function parseHost(host: string, path: string, { origin, href }: PageIdentity): URL {
  try {
    const url = new URL(host, href);
    url.pathname = url.pathname.replace(/\/*$/, path);
    // A sandboxed page has no origin; a page written by another has no URL.
    const isSecure = /^(null)?https:/.test(origin + href);
    if (isSecure && !loopback.test(url.hostname)) url.protocol = 'https:';
    if (host.trim() && /^https?:/.test(url.protocol)) return url;
  } catch {
    // An invalid URL is the same mistake as a wrong host.
  }
  throw new Error(`YT.Player: no host "${host}"`);
}

/**
 * The URL that an existing frame needs for this API. A URL with `enablejsapi=1` stays unchanged,
 * because every change reloads the frame. Such a player answers the first page that asks, with the
 * number in its request.
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
  // Overrides the program's values: the player compares the origin with the browser's.
  if (origin === 'null') searchParams.delete('origin');
  else searchParams.set('origin', origin);
  searchParams.set('widgetid', id as unknown as string);
}
