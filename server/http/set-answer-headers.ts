import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AdmitCaller } from './admit-callers.ts';
import { refusal } from './admit-callers.ts';
import type { AnswerHeaders } from './answer-headers.ts';
import { readByOrigin } from './answer-headers.ts';
import { clientUrl } from './client-address.ts';
import { errorReply } from './error-reply.ts';
import type { ServerEnv } from './server-env.ts';

const dayInSec = 86_400;

/** A year, as the list of sites that browsers bring with them asks for; other names of the domain are not ours to speak for. */
const hsts = 'max-age=31536000';

/** Preflights: which methods and headers a route takes it says itself. */
const answerPreflight = cors({ origin: '*', maxAge: dayInSec });
const answerNamed = cors({ origin: (origin) => origin, credentials: true, maxAge: dayInSec });

/** For who has no pages elsewhere. */
const admitAnybody: AdmitCaller = () => 'anybody';

/**
 * Gives each answer the headers of its kind before anything can answer, so that refusals and failures have them too: on Node's
 * response, to which files are sent past Hono.
 * @param kinds in order, the last one for all paths
 */
export function setAnswerHeaders(
  kinds: readonly AnswerHeaders[],
  admitCaller: AdmitCaller = admitAnybody,
): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const kind = kinds.find(({ paths }) => hasPath(paths, context.req.path));
    const headers = kind?.headers ?? {};
    const { outgoing } = context.env;
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    if (isHttps(context)) outgoing.setHeader('Strict-Transport-Security', hsts);
    const caller = kind?.isCalled ? admitCaller(context) : 'anybody';
    if (caller === 'named') {
      const origin = context.req.header('Origin') ?? '';
      for (const [name, value] of Object.entries(readByOrigin(origin)))
        outgoing.setHeader(name, value);
      outgoing.appendHeader('Vary', 'Origin');
    }
    const isForAnyOrigin = 'Access-Control-Allow-Origin' in headers;
    const budget = context.req.method === 'OPTIONS' ? 'checks' : (kind?.budget ?? 'calls');
    context.set('arrival', { budget, caller, isForAnyOrigin });
    return next();
  };
}

/**
 * Answers preflights of the kinds that any origin may use, and refuses calls of pages that may not: so that they can read why, their
 * preflights are answered.
 */
export const answerCallers: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { caller, isForAnyOrigin } = context.get('arrival');
  const isPreflight = context.req.method === 'OPTIONS';
  if (caller === 'named' && isPreflight) return answerNamed(context, next);
  if (isForAnyOrigin && isPreflight) return answerPreflight(context, next);
  if (caller !== 'stranger') return next();
  const { outgoing } = context.env;
  outgoing.setHeader('Cache-Control', 'no-store');
  // What was not read must not be taken for the next request.
  outgoing.setHeader('Connection', 'close');
  return errorReply(
    context,
    403,
    'ORIGIN_NOT_ALLOWED',
    refusal(context.req.header('Origin') ?? ''),
  );
};

/** By the path that routes go by, which Hono has decoded: `/%65mbed/…` is the player page too. */
function hasPath(paths: readonly string[], path: string): boolean {
  return paths.some((known) =>
    known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known,
  );
}

/** Over plain http browsers ignore it, and this server speaks nothing else itself. */
function isHttps(context: Context<ServerEnv>): boolean {
  return (
    context.req.header('X-Forwarded-Proto') !== undefined &&
    clientUrl(context).protocol === 'https:'
  );
}
