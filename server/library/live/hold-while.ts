import type { Context } from 'hono';
import { clientAddress } from '../../http/client-address.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { busyReply, tooManyReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { HeldRequests } from './held-requests.ts';
import { liveStreamLimits } from './live-stream-limits.ts';

/**
 * Holds a request, as one of a limited number.
 * @param wait gets a signal that aborts when the client has gone
 * @returns what `wait` returns, or a refusal
 */
export async function holdWhile<T>(
  context: Context<ServerEnv>,
  held: HeldRequests,
  wait: (signal: AbortSignal) => Promise<T>,
): Promise<T | Response> {
  const client = clientNetwork(clientAddress(context));
  const full = held.enter(client);
  if (full === 'client_full')
    return tooManyReply(
      context,
      liveStreamLimits.retryMs,
      'TOO_MANY_WAITING',
      'Too many requests from this address are waiting.',
    );
  if (full === 'server_full')
    return busyReply(
      context,
      'SERVER_BUSY',
      'Too many requests are waiting; send the request again.',
    );
  const { outgoing } = context.env;
  const gone = new AbortController();
  const onClose = () => gone.abort();
  if (outgoing.destroyed) gone.abort();
  outgoing.once('close', onClose);
  try {
    return await wait(gone.signal);
  } finally {
    outgoing.off('close', onClose);
    held.leave(client);
  }
}
