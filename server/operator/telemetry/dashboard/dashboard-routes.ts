import { extname } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { caching } from '../../../http/caching.ts';
import { clientAddress, clientUrl } from '../../../http/client-address.ts';
import { clientNetwork } from '../../../http/client-network.ts';
import { errorReply } from '../../../http/error-reply.ts';
import { createFairRoom } from '../../../http/fairness/fair-room.ts';
import { resolveInside } from '../../../http/files/resolve-inside.ts';
import { sendBuiltFile } from '../../../http/files/send-file.ts';
import { webContentType } from '../../../http/files/web-content-types.ts';
import { httpLimits } from '../../../http/http-limits.ts';
import { readBody } from '../../../http/read-body.ts';
import type { ServerEnv } from '../../../http/server-env.ts';
import { type AdmitDeps, type Refusal, refuseStranger, refuseToken } from '../admit-operator.ts';
import { makeSession, sessionCookie, sessionCookieHeader } from '../operator-session.ts';
import { isOwnPage, refuseOtherPage } from '../own-page.ts';
import { renderSignIn } from './sign-in-page.ts';

export interface DashboardDeps extends AdmitDeps {
  /** Real path of the built dashboard. */
  dashboardDir: string;
}

/**
 * The operator's dashboard at `GET /telemetry/`; without a session it is a sign-in form. `POST
 * /telemetry/session` receives the form, `POST /telemetry/session/end` signs out. The dashboard
 * reads its data from telemetry's other paths.
 */
export function createDashboardRoutes(deps: DashboardDeps): Hono<ServerEnv> {
  const { access, dashboardDir, now } = deps;
  const roomFor = createFairRoom({ maxBytes: httpLimits.formsMaxBytes.value });
  const routes = new Hono<ServerEnv>();

  const send = async (context: Context<ServerEnv>, name: string, cacheControl: string) => {
    const file = await resolveInside(dashboardDir, name);
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.notFound();
    return sendBuiltFile(context, {
      root: dashboardDir,
      path: file.path,
      headers: { 'Content-Type': contentType, 'Cache-Control': cacheControl },
    });
  };

  const askForToken = (
    context: Context<ServerEnv>,
    status: ContentfulStatusCode,
    problem: string | null,
  ) => {
    context.header('Cache-Control', caching.never);
    return context.html(renderSignIn(problem, access.token !== null), status);
  };

  const refuse = (context: Context<ServerEnv>, refusal: Refusal, problem: string | null) => {
    if (refusal.code === 'UNAUTHORIZED') return askForToken(context, 401, problem);
    const waitSec = Math.ceil(refusal.waitMs / 1_000);
    context.header('Retry-After', String(waitSec));
    return askForToken(context, 429, `${refusal.message} Try again in ${waitSec} s.`);
  };

  // Relative, so that it works behind a proxy with a path prefix.
  routes.get('/telemetry', (context) => context.redirect('telemetry/', 302));

  routes.get('/telemetry/', async (context) => {
    const refusal = refuseStranger(context, deps);
    if (refusal === null) return send(context, 'index.html', caching.never);
    // Delete a session that has expired or belongs to another token.
    context.header('Set-Cookie', endOfSession(context));
    // A page that only asks for the token is no failed request, which browsers log as an error.
    if (access.token !== null && !hasCredentials(context)) return askForToken(context, 200, null);
    return refuse(context, refusal, access.token === null ? noToken : null);
  });

  routes.get('/telemetry/assets/*', (context) => {
    if (refuseStranger(context, deps) !== null)
      return errorReply(
        context,
        401,
        'UNAUTHORIZED',
        'Only the operator can open the dashboard: sign in first.',
      );
    return send(context, context.req.path.slice('/telemetry/'.length), caching.privateHashed);
  });

  routes.post('/telemetry/session', async (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    if (access.token === null) return askForToken(context, 401, noToken);
    const room = roomFor(clientNetwork(clientAddress(context)));
    const body = await readBody(context.env, { maxBytes: httpLimits.formMaxBytes.value, room });
    if (!body.ok) {
      context.header('Connection', 'close');
      return askForToken(context, 400, 'The form was incomplete. Send it again.');
    }
    const token = new URLSearchParams(body.value.toString('utf8')).get('token') ?? '';
    const refusal = refuseToken(context, deps, token.trim());
    if (refusal !== null)
      return refuse(
        context,
        refusal,
        'Wrong token. See --token, or the file operator-token in the data directory.',
      );
    const session = makeSession(access.token, now());
    context.header(
      'Set-Cookie',
      sessionCookieHeader(session, clientUrl(context).protocol === 'https:'),
    );
    return context.redirect('./', 303);
  });

  routes.post('/telemetry/session/end', (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    context.header('Set-Cookie', endOfSession(context));
    return context.redirect('../', 303);
  });
  return routes;
}

const noToken =
  'Without a token, the telemetry can only be read on this machine, via localhost. Start the server with --token, and sign in with it.';

function endOfSession(context: Context<ServerEnv>): string {
  return sessionCookieHeader('', clientUrl(context).protocol === 'https:');
}

function hasCredentials(context: Context<ServerEnv>): boolean {
  return (
    context.req.header('Authorization') !== undefined ||
    getCookie(context, sessionCookie) !== undefined
  );
}
