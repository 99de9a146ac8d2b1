import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AnswerHeaders } from './answer-headers.ts';
import { answerLimits, cachingLimits } from './answer-limits.ts';
import { clientUrl } from './client-address.ts';
import { errorReply } from './error-reply.ts';
import type { AdmitCaller } from './fairness/admit-callers.ts';
import { refusal } from './fairness/admit-callers.ts';
import { readByOrigin } from './header-sets.ts';
import type { ServerEnv } from './server-env.ts';

/** No `includeSubDomains`, because this server is not responsible for other names of the domain. */
const hsts = `max-age=${cachingLimits.httpsOnlySec}`;

/** Answers preflights; a route names its methods and headers itself. */
const answerPreflight = cors({ origin: '*', maxAge: answerLimits.preflightSec });
const answerNamed = cors({
  origin: (origin) => origin,
  credentials: true,
  maxAge: answerLimits.preflightSec,
});

/** For servers without pages on other origins. */
const admitAnybody: AdmitCaller = () => 'anybody';

/**
 * Sets the headers of the answer's kind before any handler runs, so that refusals and errors have
 * them too. It sets them on Node's response, because files bypass Hono.
 * @param kinds in order; the last one matches all paths
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
 * Answers preflights of kinds open to any origin, and refuses calls of other pages. It answers the
 * preflights of those too, so that they can read the refusal.
 */
export const answerCallers: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { caller, isForAnyOrigin } = context.get('arrival');
  const isPreflight = context.req.method === 'OPTIONS';
  if (caller === 'named' && isPreflight) return answerNamed(context, next);
  if (isForAnyOrigin && isPreflight) return answerPreflight(context, next);
  if (caller !== 'stranger') return next();
  const { outgoing } = context.env;
  outgoing.setHeader('Cache-Control', 'no-store');
  // Unread bytes of the body must not become the next request.
  outgoing.setHeader('Connection', 'close');
  return errorReply(
    context,
    403,
    'ORIGIN_NOT_ALLOWED',
    refusal(context.req.header('Origin') ?? ''),
  );
};

/** Matches the path that Hono has decoded for its routes: `/%65mbed/…` is the player page too. */
function hasPath(paths: readonly string[], path: string): boolean {
  return paths.some((known) =>
    known.endsWith('*') ? path.startsWith(known.slice(0, -1)) : path === known,
  );
}

/** Browsers ignore the header over plain http, and only a proxy speaks https for this server. */
function isHttps(context: Context<ServerEnv>): boolean {
  return (
    context.req.header('X-Forwarded-Proto') !== undefined &&
    clientUrl(context).protocol === 'https:'
  );
}
