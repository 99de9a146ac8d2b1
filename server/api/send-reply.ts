import type { Context } from 'hono';
import { caching } from '../http/caching.ts';

const guard = ")]}'\n";

/**
 * Sends JSON behind the prefix that keeps a reply from running as a script (specification §7).
 * @param cached how long the reply may be cached; never cache a viewer's own data
 */
export function sendReply(
  context: Context,
  reply: object,
  cached: string = caching.never,
): Response {
  return context.body(guard + JSON.stringify(reply), 200, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': cached,
    'X-Content-Type-Options': 'nosniff',
  });
}
