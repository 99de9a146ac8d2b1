import type { Context } from 'hono';
import { caching } from '../http/caching.ts';

const guard = ")]}'\n";

/**
 * Answers JSON behind the guard that keeps a reply from being run as a script (specification §7).
 * @param cached how long it may be kept; what is the viewer's own is kept by nobody
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
