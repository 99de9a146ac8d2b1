import { type BlockList, isIP, isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { ServerEnv } from './server-env.ts';

type WithEnv = Pick<Context<ServerEnv>, 'env' | 'req'>;

/**
 * The client's IP address: the peer's own, or behind trusted proxies the last address of `X-Forwarded-For` that is not one of
 * theirs. What stands before that one anybody could have written.
 * @returns IPv4 or IPv6 without a port; IPv4 in its own form also where it came as IPv6 (`::ffff:…`); '' once the peer is gone
 */
export function clientAddress({ env, req }: WithEnv): string {
  const { incoming, trustedProxies } = env;
  return addressBehind(
    trustedProxies,
    incoming.socket.remoteAddress ?? '',
    req.header('X-Forwarded-For'),
  );
}

/** The same before there is a context. @param forwardedFor the header of that name */
export function addressBehind(trustedProxies: BlockList, peer: string, forwardedFor = ''): string {
  let address = plainAddress(peer);
  const hops = forwardedFor.split(',');
  while (isTrusted(trustedProxies, address)) {
    const next = plainAddress(hops.pop() ?? '');
    // Nothing more is said, or nothing that could be an address: the proxy itself is all that is known.
    if (isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/**
 * The request's URL as the client knows it: behind a trusted proxy that speaks TLS for the server it is https
 * (`X-Forwarded-Proto`). Proxies leave `Host` as it is.
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

/** @param address as a socket has it; '' of a peer that is gone is nobody's */
export function isTrusted(trustedProxies: BlockList, address: string): boolean {
  const plain = plainAddress(address);
  return trustedProxies.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Some proxies add the port, in brackets for IPv6; sockets that listen on both families show IPv4 as IPv6. */
function plainAddress(text: string): string {
  const trimmed = text.trim();
  const bare =
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ??
    trimmed;
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}
