import { isIPv4 } from 'node:net';
import { clientNetwork } from '../../http/client-network.ts';

/**
 * @param address the client's address, from `clientAddress`
 * @returns its network, which identifies no household: /24 of IPv4, /48 of IPv6; '' for none
 */
export function shownAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0/24');
  const groups = clientNetwork(address).split(':');
  return groups.length < 4 ? '' : `${groups.slice(0, 3).join(':')}::/48`;
}
