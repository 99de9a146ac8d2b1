import type { Context } from 'hono';
import { clientAddress } from '../../http/client-address.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { busyReply, tooManyReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { HeldRequests } from './held-requests.ts';
import { holdLimitMs } from './live-parts.ts';
import { liveStreamLimits } from './live-stream-limits.ts';
import type { LiveRendition } from './live-window.ts';
import { waitUntil } from './wait-until.ts';

interface HoldDeps {
  held: HeldRequests;
  /** Unix milliseconds. */
  now: () => number;
}

/** @returns `null` when it is time to answer */
export async function holdRequest(
  context: Context<ServerEnv>,
  { rendition, readyMs }: { rendition: LiveRendition; readyMs: number },
  { held, now }: HoldDeps,
): Promise<Response | null> {
  if (readyMs <= now()) return null;
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
  if (outgoing.destroyed) gone.abort();
  const onClose = () => gone.abort();
  outgoing.once('close', onClose);
  const outcome = await waitUntil(readyMs, {
    now,
    limitMs: holdLimitMs(rendition),
    signal: gone.signal,
  });
  outgoing.off('close', onClose);
  held.leave(client);
  if (outcome === 'ready') return null;
  // A disconnected client ignores this answer.
  return busyReply(context, 'NOT_YET', 'The requested segment was not available in time.');
}
