import { Hono } from 'hono';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { AdmitDeps } from './admit-operator.ts';
import { makeSession } from './operator-session.ts';
import { isOwnPage, refuseOtherPage } from './own-page.ts';
import { telemetryLimits } from './telemetry-limits.ts';

/**
 * `POST /telemetry/links` makes the key of a read-only link, for clients that
 * `createTelemetryRoutes` admits: `/telemetry/?key=KEY` shows the dashboard until `expiresMs`.
 */
export function createLinkRoutes({ access, now }: Pick<AdmitDeps, 'access' | 'now'>) {
  const routes = new Hono<ServerEnv>();
  routes.post('/telemetry/links', (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    if (access.token === null)
      return errorReply(
        context,
        409,
        'NO_TOKEN',
        'Without a token only this machine can open the dashboard: run `npx offstage token` with the server’s --data, and restart the server.',
      );
    const nowMs = now();
    const expiresMs = nowMs + telemetryLimits.linkSec * 1_000;
    return context.json({ key: makeSession(access.token, nowMs, 'reader'), expiresMs }, 201);
  });
  return routes;
}
