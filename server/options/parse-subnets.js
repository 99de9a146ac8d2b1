import { isIP } from 'node:net';

/** The meaning of `loopback`. */
const loopback = ['127.0.0.0/8', '::1/128'];

/**
 * @param {string} text addresses and CIDR blocks, separated by commas; `loopback` is this machine
 * @returns {readonly string[] | null} CIDR blocks; `null` when an entry is nothing of the kind
 */
export function parseSubnets(text) {
  const subnets = text.split(',').flatMap((entry) => {
    const trimmed = entry.trim();
    return trimmed === 'loopback' ? loopback : [toSubnet(trimmed)];
  });
  return subnets.every((subnet) => subnet !== null) ? subnets : null;
}

/** @param {string} entry */
function toSubnet(entry) {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix ?? String(bits);
  const isSubnet =
    bits > 0 && rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= bits;
  return isSubnet ? `${address}/${Number(length)}` : null;
}
