import { isIPv6 } from 'node:net';

/**
 * Groups of 16 bits. Anyone who rents a server gets an IPv6 /64 network, with more addresses than
 * any table could hold (RFC 6177).
 */
const clientGroups = 4;

/**
 * The name of a client: its IPv4 address, or the /64 network of its IPv6 address.
 * @param address as returned by `clientAddress`
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser accepts every notation of IPv6, but no zones (`fe80::1%eth0`).
  const host =
    URL.parse(`http://[${address.replace(/%.*/, '')}]`)?.hostname.slice(1, -1) ?? address;
  const [front = '', back = ''] = host.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(front), groupsOf(back)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, clientGroups).join(':')}::/64`;
}
