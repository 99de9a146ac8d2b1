import { domainToASCII } from 'node:url';
import { guardLimits } from './guard-limits.js';

/**
 * Pages that may frame a video, in the operator's notation: `example.com`, `*.example.org`,
 * `localhost:4401`, `http://intranet:*`, or `*` for any. Plain JavaScript without packages, because
 * options are read before anything is installed.
 */

/**
 * @typedef {object} EmbedDomain
 * @property {'http' | 'https' | null} scheme `null`: https, and http too for this machine
 * @property {string} host lower case, in ASCII; without the `*.` of a pattern for subdomains
 * @property {boolean} isParent whether it matches the subdomains of `host`, and not `host` itself
 * @property {string} port empty for the scheme's default, `*` for any
 */

const anywhere = '*';

/**
 * @param {string} text
 * @returns {{ ok: true, value: EmbedDomain | '*' } | { ok: false, error: string }} the error names
 *   the problem
 */
export function parseEmbedDomain(text) {
  const pattern = text.trim().toLowerCase();
  if (pattern === anywhere) return { ok: true, value: anywhere };
  const [, scheme = null, wildcard, name = '', port = ''] =
    /^(?:(https?):\/\/)?(\*\.)?([^\s/:*?#@[\]\\]+)(?::(\d{1,5}|\*))?\/?$/.exec(pattern) ?? [];
  const host = domainToASCII(name.replace(/\.$/, ''));
  const isHost = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/.test(host);
  if (pattern.length > guardLimits.domainMaxChars || !isHost || Number(port) > 65_535)
    return {
      ok: false,
      error: `"${text.slice(0, guardLimits.domainMaxChars)}" is not a domain; use example.com, *.example.com or localhost:4401, without a path`,
    };
  return {
    ok: true,
    value: {
      scheme: scheme === 'http' || scheme === 'https' ? scheme : null,
      host,
      isParent: wildcard !== undefined,
      port,
    },
  };
}

/**
 * @param {readonly string[]} texts
 * @returns {{ domains: EmbedDomain[] | null, problems: string[] }} `null` if any page may frame;
 *   invalid texts are ignored
 */
export function parseEmbedDomains(texts) {
  /** @type {EmbedDomain[]} */
  const domains = [];
  const problems = [];
  let isAnywhere = false;
  for (const text of texts) {
    const parsed = parseEmbedDomain(text);
    if (!parsed.ok) problems.push(parsed.error);
    else if (parsed.value === anywhere) isAnywhere = true;
    else domains.push(parsed.value);
  }
  return { domains: isAnywhere ? null : domains, problems };
}

/**
 * Matches like the browsers' `frame-ancestors` (W3C CSP 3 §6.7.2.8), for the page that they name.
 * @param {readonly EmbedDomain[]} domains
 * @param {string} origin of the framing page: scheme, host and port, as in `URL.origin`
 */
export function isEmbedDomain(domains, origin) {
  const { protocol, hostname, port } = new URL(origin);
  return domains.some((domain) => {
    const isHost = domain.isParent
      ? hostname.endsWith(`.${domain.host}`)
      : hostname === domain.host;
    const isScheme = schemesOf(domain).some((scheme) => `${scheme}:` === protocol);
    const isPort = domain.port === '*' || portOf(protocol, domain.port) === portOf(protocol, port);
    return isHost && isScheme && isPort;
  });
}

/**
 * @param {readonly EmbedDomain[]} domains
 * @returns {string[]} sources for `frame-ancestors`
 */
export function frameAncestorsOf(domains) {
  return domains.flatMap((domain) => {
    const { host, isParent, port } = domain;
    const authority = `${isParent ? '*.' : ''}${host}${port && `:${port}`}`;
    return schemesOf(domain).map((scheme) => `${scheme}://${authority}`);
  });
}

/**
 * In browsers, an http source also matches https.
 * @param {EmbedDomain} domain
 * @returns {('http' | 'https')[]}
 */
function schemesOf({ scheme, host }) {
  const isLoopback = /^(.+\.)?localhost$|^127(\.\d{1,3}){3}$/.test(host);
  return scheme === 'http' || (scheme === null && isLoopback) ? ['http', 'https'] : ['https'];
}

/**
 * @param {string} protocol
 * @param {string} port
 */
function portOf(protocol, port) {
  return port || (protocol === 'https:' ? '443' : '80');
}
