import type { Context } from 'hono';
import type { Log } from '../log/create-log.ts';
import type { Caller } from './arrival.ts';
import { clientUrl } from './client-address.ts';
import type { ServerEnv } from './server-env.ts';

/** Tells callers apart, once for each request. */
export type AdmitCaller = (context: Context<ServerEnv>) => Caller;

/** Refused origins that the log names. Anybody may invent some. */
const toldMaxCount = 100;

/**
 * Who may call the API from a page. Browsers say in `Origin` whose page it is; of programs it is no proof of anything. A page without
 * an origin (`null`) may be the player in a sandboxed frame.
 * @param pageOrigins as browsers write them; while there is none, pages of all origins may call
 */
export function createAdmitCaller(pageOrigins: readonly string[], log: Log): AdmitCaller {
  const named = new Set(pageOrigins);
  const told = new Set<string>();
  return (context) => {
    const origin = context.req.header('Origin');
    if (origin !== undefined && named.has(origin)) return 'named';
    if (named.size === 0 || origin === undefined || origin === 'null' || isOwn(context, origin))
      return 'anybody';
    if (told.size < toldMaxCount && !told.has(origin) && URL.canParse(origin)) {
      told.add(origin);
      log.warn('PAGE_ORIGIN', `A page calls the API and is refused. ${refusal(origin)}`);
    }
    return 'stranger';
  };
}

/** @returns what is wrong, and its fix */
export function refusal(origin: string): string {
  const name = URL.canParse(origin) ? new URL(origin).origin : 'another origin';
  return `This server does not take calls of pages of ${name}: if the player's pages lie there, start it with --page-origin ${name}.`;
}

/** Browsers say it themselves; older ones, and those without https, are believed to name the server as its proxy does. */
function isOwn(context: Context<ServerEnv>, origin: string): boolean {
  return (
    context.req.header('Sec-Fetch-Site') === 'same-origin' || origin === clientUrl(context).origin
  );
}
