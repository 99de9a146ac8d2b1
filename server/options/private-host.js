import { BlockList, isIP } from 'node:net';

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
 * @param {string} hostname of a URL
 * @returns {boolean} whether it is this machine, or in a network of one’s own
 */
export function isPrivateHost(hostname) {
  const address = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  return version === 0
    ? privateName.test(hostname)
    : privateNetworks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
