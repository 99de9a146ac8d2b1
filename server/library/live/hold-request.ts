import type { Context } from 'hono';
import { busyReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { HeldRequests } from './held-requests.ts';
import { holdWhile } from './hold-while.ts';
import { holdLimitMs } from './live-parts.ts';
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
  const outcome = await holdWhile(context, held, (signal) =>
    waitUntil(readyMs, { now, limitMs: holdLimitMs(rendition), signal }),
  );
  if (outcome instanceof Response) return outcome;
  if (outcome === 'ready') return null;
  // A disconnected client ignores this answer.
  return busyReply(context, 'NOT_YET', 'The requested segment was not available in time.');
}
