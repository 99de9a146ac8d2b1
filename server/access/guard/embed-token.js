import { parseEmbedDomain } from './embed-domains.js';
import { isSignature, sign } from './signature.js';

/**
 * @typedef {import('./embed-domains.js').EmbedDomain} EmbedDomain
 * @typedef {{ expiresSec: number, domain: EmbedDomain | null }} EmbedGrant Unix seconds; `null` for
 *   any page
 */

/**
 * The `token` of a signed embed URL: `EXPIRY.SIGNATURE`, or `EXPIRY.DOMAIN.SIGNATURE` for the pages
 * of one domain. `docs/self-hosting/privacy.md` has the recipe for other programs.
 * @param {string} key
 * @param {{ videoId: string, expiresSec: number, domain: string }} grant Unix seconds; an empty
 *   domain is any page
 */
export function makeEmbedToken(key, { videoId, expiresSec, domain }) {
  const signature = sign(key, 'embed', [videoId, expiresSec, domain]);
  return [expiresSec, ...(domain === '' ? [] : [domain]), signature].join('.');
}

/**
 * @param {string} key
 * @param {string} videoId
 * @param {string} token as received
 * @param {number} nowSec Unix seconds
 * @returns {{ ok: true, value: EmbedGrant } | { ok: false, error: 'auth.private' | 'auth.expired'
 *   }}
 */
export function readEmbedToken(key, videoId, token, nowSec) {
  const [, expiry = '', domain = '', signature = ''] =
    /^(\d{1,12})(?:\.([^\s]{1,300}))?\.([\w-]{43})$/.exec(token) ?? [];
  if (!isSignature(key, 'embed', [videoId, expiry, domain], signature))
    return { ok: false, error: 'auth.private' };
  const pages = domain === '' ? null : parseEmbedDomain(domain);
  if (pages !== null && !pages.ok) return { ok: false, error: 'auth.private' };
  const expiresSec = Number(expiry);
  if (expiresSec <= nowSec) return { ok: false, error: 'auth.expired' };
  return {
    ok: true,
    value: { expiresSec, domain: pages === null || pages.value === '*' ? null : pages.value },
  };
}
