import type { Context } from 'hono';
import type { Log } from '../../operator/log/create-log.ts';
import { answerLimits } from '../answer-limits.ts';
import type { Caller } from '../arrival.ts';
import { clientUrl } from '../client-address.ts';
import type { ServerEnv } from '../server-env.ts';

/** Tells callers apart, once for each request. */
export type AdmitCaller = (context: Context<ServerEnv>) => Caller;

/**
 * Decides who may call the API from a page. Browsers name the page in `Origin`; for programs, the
 * header proves nothing. A page without an origin (`null`) may be the player in a sandboxed frame.
 * @param pageOrigins in the form of `Origin` headers; if empty, pages of all origins may call
 */
export function createAdmitCaller(pageOrigins: readonly string[], log: Log): AdmitCaller {
  const named = new Set(pageOrigins);
  const logged = new Set<string>();
  return (context) => {
    const origin = context.req.header('Origin');
    if (origin !== undefined && named.has(origin)) return 'named';
    if (named.size === 0 || origin === undefined || origin === 'null' || isOwn(context, origin))
      return 'anybody';
    if (
      logged.size < answerLimits.loggedOriginsCount &&
      !logged.has(origin) &&
      URL.canParse(origin)
    ) {
      logged.add(origin);
      log.warn('PAGE_ORIGIN', `A page’s API call was refused. ${refusal(origin)}`);
    }
    return 'stranger';
  };
}

/** @returns the problem and its fix */
export function refusal(origin: string): string {
  const name = URL.canParse(origin) ? new URL(origin).origin : 'another origin';
  return `This server does not accept calls from pages of ${name}: if the player's pages are hosted there, start it with --page-origin ${name}.`;
}

/**
 * Browsers set `Sec-Fetch-Site`. For older browsers, and without https, it compares the origin with
 * the server's name as its proxy gives it.
 */
function isOwn(context: Context<ServerEnv>, origin: string): boolean {
  return (
    context.req.header('Sec-Fetch-Site') === 'same-origin' || origin === clientUrl(context).origin
  );
}
