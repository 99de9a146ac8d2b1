import { isIPv6 } from 'node:net';

/** Whoever rents a server has a network of so many bits of IPv6, and with it more addresses than any table could hold (RFC 6177). */
const clientGroups = 4;

/**
 * By what a client is known: its IPv4 address, or the /64 network of its IPv6 address.
 * @param address as `clientAddress` gives it
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The parser of URLs knows every spelling; of zones (`fe80::1%eth0`) it knows nothing.
  const host =
    URL.parse(`http://[${address.replace(/%.*/, '')}]`)?.hostname.slice(1, -1) ?? address;
  const [front = '', back = ''] = host.split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(front), groupsOf(back)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, clientGroups).join(':')}::/64`;
}
