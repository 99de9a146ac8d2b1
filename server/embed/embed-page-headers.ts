import { caching } from '../http/caching.ts';
import { renderPolicy } from '../http/content-security-policy.ts';

export interface EmbedPagePolicy {
  /** CSP sources of the pages that may frame this one; `null` for any. */
  frameAncestors: readonly string[] | null;
  /** The policy that all player pages have. */
  policy: string;
  /** Of this page, as browsers see it. */
  ownOrigin: string;
  /** Who asks, as browsers say it in `Sec-Fetch-Site`; `undefined` where they do not. */
  site: string | undefined;
}

/**
 * A process of its own beside a host page of the same site: the player's cost is never the host's main thread. Frames of other sites
 * have one anyway; there the header would only have Chromium remark on each sandboxed frame that it cannot be obeyed.
 */
const ownProcess = { 'Origin-Agent-Cluster': '?1' } as const;

/** What a player page's headers have beyond those of its kind (`answer-headers.ts`). */
export function embedPageHeaders({
  frameAncestors,
  policy,
  ownOrigin,
  site,
}: EmbedPagePolicy): Record<string, string> {
  const ancestors = frameAncestors?.length === 0 ? ["'none'"] : frameAncestors;
  return {
    'Cache-Control': caching.revalidated,
    // The poster depends on the screen, the language on the viewer, what is preloaded on the browser.
    Vary: 'Cookie, Accept-Language, Sec-Fetch-Site, User-Agent',
    ...(site === 'same-site' && ownProcess),
    'Content-Security-Policy': [
      nameOrigin(policy, ownOrigin),
      ...(ancestors === null ? [] : [renderPolicy({ 'frame-ancestors': ancestors })]),
    ].join('; '),
  };
}

/** In a frame with `sandbox="allow-scripts"` WebKit (2.50) matches `'self'` with nothing, so that the page would stay empty. */
function nameOrigin(policy: string, origin: string): string {
  return policy.replaceAll("'self'", `'self' ${origin}`);
}
