import { extname } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
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
import {
  type AdmitDeps,
  admit,
  hasCredentials,
  type Refusal,
  refuseKey,
  refuseToken,
} from '../admit-operator.ts';
import { makeSession, type Role, sessionCookieHeader } from '../operator-session.ts';
import { isOwnPage, refuseOtherPage } from '../own-page.ts';
import { renderSignIn } from './sign-in-page.ts';

export interface DashboardDeps extends AdmitDeps {
  /** Real path of the built dashboard. */
  dashboardDir: string;
}

/**
 * The operator's dashboard at `GET /telemetry/`; without a session it is a sign-in form. `POST
 * /telemetry/session` receives the form, `POST /telemetry/session/end` signs out. `?key=KEY` opens
 * it for a reader (`link-routes.ts`). It reads its data from telemetry's other paths.
 */
export function createDashboardRoutes(deps: DashboardDeps): Hono<ServerEnv> {
  const { access, dashboardDir, now } = deps;
  const roomFor = createFairRoom({ maxBytes: httpLimits.formsMaxBytes.value });
  const routes = new Hono<ServerEnv>();

  const send = async (
    context: Context<ServerEnv>,
    name: string,
    { cacheControl, ...more }: { cacheControl: string; 'Set-Cookie'?: string },
  ) => {
    const file = await resolveInside(dashboardDir, name);
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return context.notFound();
    return sendBuiltFile(context, {
      root: dashboardDir,
      path: file.path,
      headers: { 'Content-Type': contentType, 'Cache-Control': cacheControl, ...more },
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
    const key = context.req.query('key');
    if (key !== undefined && access.token !== null && !hasCredentials(context)) {
      const refusal = refuseKey(context, deps, key);
      if (refusal !== null) return refuse(context, refusal, badLink);
      // No redirect: a browser that comes from another site would not send the cookie yet.
      const cookie = cookieOf(context, key, 'reader');
      return send(context, 'index.html', { cacheControl: caching.never, 'Set-Cookie': cookie });
    }
    const { refusal, isReader } = admit(context, deps);
    if (refusal === null) return send(context, 'index.html', { cacheControl: caching.never });
    // Delete a session that has expired or belongs to another token.
    setSession(context, '', isReader ? 'reader' : 'operator');
    if (isReader) return refuse(context, refusal, badLink);
    // A page that only asks for the token is no failed request, which browsers log as an error.
    if (access.token !== null && !hasCredentials(context)) return askForToken(context, 200, null);
    return refuse(context, refusal, access.token === null ? noToken : null);
  });

  routes.get('/telemetry/assets/*', (context) => {
    if (admit(context, deps).refusal !== null)
      return errorReply(
        context,
        401,
        'UNAUTHORIZED',
        'Only the operator can open the dashboard: sign in first.',
      );
    const name = context.req.path.slice('/telemetry/'.length);
    return send(context, name, { cacheControl: caching.privateHashed });
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
    setSession(context, makeSession(access.token, now()), 'operator');
    return context.redirect('./', 303);
  });

  routes.post('/telemetry/session/end', (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    setSession(context, '', 'operator');
    setSession(context, '', 'reader');
    return context.redirect('../', 303);
  });
  return routes;
}

const noToken =
  'Without a token, the telemetry can only be read on this machine, via localhost. Start the server with --token, and sign in with it.';

const badLink = 'This link is not valid, or no longer: ask for a new one.';

/** @param session empty to delete it */
function setSession(context: Context<ServerEnv>, session: string, role: Role): void {
  context.header('Set-Cookie', cookieOf(context, session, role), { append: true });
}

function cookieOf(context: Context<ServerEnv>, session: string, role: Role): string {
  return sessionCookieHeader(session, clientUrl(context).protocol === 'https:', role);
}
