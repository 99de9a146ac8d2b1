import { BlockList, isIP } from 'node:net';
import { optionLimits } from './option-limits.js';
import { accept, refuse } from './server-option.js';

/** Loopback and private networks (RFC 1918, 3927, 4193, 4291, 6598). */
const privateNetworks = new BlockList();
for (const [network, bits] of /** @type {const} */ ([
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
]))
  privateNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of /** @type {const} */ ([
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]))
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Ends of names that exist only in a network of one’s own (RFC 6762, 8375, ICANN, Kubernetes). */
const privateName = /(^[^.]+|\.(local|localhost|internal|home\.arpa|svc))\.?$/;

/**
 * @param {import('./server-option.js').GivenText} given
 * @returns {import('./server-option.js').Parsed<string | null>} without a slash at its end; `null`
 *   when nothing is given
 */
export function parseOtlpUrl({ text, source }) {
  if (text === '') return accept(null);
  const url = text.length <= optionLimits.urlMaxChars && URL.canParse(text) ? new URL(text) : null;
  // It may hold a secret, so messages never repeat it.
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username + url.password + url.search + url.hash !== '' ||
    (url.protocol === 'http:' && !isPrivateHost(url.hostname))
  )
    return refuse(
      `${source}: a collector must be an https URL without a user name and a query; http is possible on this machine and in private networks only.`,
    );
  if (/\/v1\/\w+\/?$/.test(url.pathname))
    return refuse(
      `${source}: give the collector’s base address, because the server adds /v1/metrics and /v1/logs itself.`,
    );
  return accept(url.href.replace(/\/+$/, ''));
}

/** @param {string} hostname of a URL */
function isPrivateHost(hostname) {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0
    ? privateName.test(hostname)
    : privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
