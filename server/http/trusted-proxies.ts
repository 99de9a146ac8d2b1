import { BlockList, isIPv6 } from 'node:net';

/** @param subnets CIDR blocks of the operator's proxies, from `parseSubnets` */
export function createTrustedProxies(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
