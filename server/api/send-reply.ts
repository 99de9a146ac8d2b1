import type { Context } from 'hono';

const guard = ")]}'\n";

/**
 * Answers JSON that is the viewer's own, so that nobody keeps it. `?prettyPrint=false` asks for the guard that keeps a reply from
 * being run as a script (specification §7).
 */
export function sendReply(context: Context, reply: object): Response {
  const text = JSON.stringify(reply);
  return context.body(context.req.query('prettyPrint') === 'false' ? guard + text : text, 200, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
}
