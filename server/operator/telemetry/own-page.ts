import type { Context } from 'hono';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';

/** Browsers name the page that sends a request. Other sites' pages may change nothing. */
export function isOwnPage(context: Context<ServerEnv>): boolean {
  const site = context.req.header('Sec-Fetch-Site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = context.req.header('Origin');
  return (
    origin === undefined || URL.parse(origin)?.host === context.req.header('Host')?.toLowerCase()
  );
}

export function refuseOtherPage(context: Context<ServerEnv>): Response {
  return errorReply(
    context,
    403,
    'OTHER_ORIGIN',
    'This form only works from the dashboard’s own page.',
  );
}
