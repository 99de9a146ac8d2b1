import { type BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { ServerEnv } from './server-env.ts';

type WithEnv = Pick<Context<ServerEnv>, 'env' | 'req'>;

/**
 * The client's IP address: the peer's, or behind trusted proxies the last address of
 * `X-Forwarded-For` that is not a proxy's. The client may have forged any earlier address.
 * @returns IPv4 or IPv6 without a port; IPv4-mapped IPv6 (`::ffff:…`) as IPv4; '' once the peer is
 *   gone
 */
export function clientAddress({ env, req }: WithEnv): string {
  const { incoming, trustedProxies } = env;
  return addressBehind(
    trustedProxies,
    incoming.socket.remoteAddress ?? '',
    req.header('X-Forwarded-For'),
  );
}

/**
 * The same without a context.
 * @param forwardedFor the `X-Forwarded-For` header
 */
export function addressBehind(trustedProxies: BlockList, peer: string, forwardedFor = ''): string {
  let address = plainAddress(peer);
  const hops = forwardedFor.split(',');
  while (isTrusted(trustedProxies, address)) {
    const next = plainAddress(hops.pop() ?? '');
    // No further valid address: use the proxy's own.
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/**
 * The request's URL as the client sees it: https if a trusted proxy terminates TLS for the server
 * (`X-Forwarded-Proto`). Proxies keep `Host` unchanged.
 */
export function clientUrl({ env, req }: WithEnv): URL {
  const url = new URL(req.url);
  const peer = plainAddress(env.incoming.socket.remoteAddress ?? '');
  if (
    req.header('X-Forwarded-Proto')?.toLowerCase() === 'https' &&
    isTrusted(env.trustedProxies, peer)
  )
    url.protocol = 'https:';
  return url;
}

/** @param address of a socket; '' (the peer is gone) is not trusted */
export function isTrusted(trustedProxies: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return trustedProxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/**
 * Removes a port, which some proxies add, with brackets for IPv6. Dual-stack sockets report IPv4 as
 * IPv6.
 */
function plainAddress(text: string): string {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ??
    trimmed;
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}
