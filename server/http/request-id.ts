import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isTrusted } from './client-address.ts';

/**
 * @returns the request's id in the log: a trusted proxy's (`X-Request-Id`), otherwise a random one
 */
export function requestIdOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: BlockList,
): string {
  const given = headers['x-request-id'];
  const isUsable = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given);
  return isUsable && isTrusted(trustedProxies, socket.remoteAddress ?? '') ? given : randomUUID();
}
