import { caching } from '../../http/caching.ts';
import { renderPolicy } from '../../http/html/content-security-policy.ts';

export interface EmbedPagePolicy {
  /** CSP sources of the pages that may frame this one; `null` for any. */
  frameAncestors: readonly string[] | null;
  /** The policy that all player pages share. */
  policy: string;
  /** This page's origin, as browsers see it. */
  ownOrigin: string;
  /** The browser's `Sec-Fetch-Site` header; `undefined` in older browsers. */
  site: string | undefined;
}

/**
 * Requests a separate process beside a host page of the same site, so that the player never uses
 * the host's main thread. Frames of other sites have one anyway. For those, Chromium would log a
 * warning for each sandboxed frame that it cannot obey.
 */
const ownProcess = { 'Origin-Agent-Cluster': '?1' } as const;

/** Headers of a player page beyond those of its kind (`answer-headers.ts`). */
export function embedPageHeaders({
  frameAncestors,
  policy,
  ownOrigin,
  site,
}: EmbedPagePolicy): Record<string, string> {
  const ancestors = frameAncestors?.length === 0 ? ["'none'"] : frameAncestors;
  return {
    'Cache-Control': caching.revalidated,
    // The poster depends on the screen, the language on the viewer, and the preloads on the
    // browser.
    Vary: 'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent',
    ...(site === 'same-site' && ownProcess),
    'Content-Security-Policy': [
      nameOrigin(policy, ownOrigin),
      ...(ancestors === null ? [] : [renderPolicy({ 'frame-ancestors': ancestors })]),
    ].join('; '),
  };
}

/**
 * WebKit 2.50 matches `'self'` with nothing in a frame with `sandbox="allow-scripts"`. Without the
 * origin's name the page would stay empty.
 */
function nameOrigin(policy: string, origin: string): string {
  return policy.replaceAll("'self'", `'self' ${origin}`);
}
