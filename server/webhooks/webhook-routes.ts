import { Hono } from 'hono';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { isOwnPage, refuseOtherPage } from '../operator/telemetry/own-page.ts';
import { parseCount } from '../operator/telemetry/parse-feed-query.ts';
import type { Outbox } from './open-outbox.ts';
import { webhookLimits } from './webhook-limits.ts';

export interface WebhookRoutesDeps {
  /** `null` without receivers. */
  outbox: Pick<Outbox, 'list' | 'replay' | 'add'> | null;
}

/**
 * The operator's routes for webhooks, for clients that `createTelemetryRoutes` admits:
 *
 * - `GET /telemetry/webhooks?last=COUNT`: the newest deliveries, one a line, newest first; without
 *   receivers 204, and the other two do not exist
 * - `POST /telemetry/webhooks/replay?id=ID`: sends a message again to all receivers
 * - `POST /telemetry/webhooks/test`: sends a message of the type `webhook.test`
 */
export function createWebhookRoutes({ outbox }: WebhookRoutesDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  if (outbox === null) {
    routes.get('/telemetry/webhooks', (context) => context.body(null, 204));
    return routes;
  }

  routes.get('/telemetry/webhooks', (context) => {
    const last = parseCount('last', context.req.query('last'), webhookLimits.listedCount);
    if (!last.ok) return errorReply(context, 400, last.error.code, last.error.message);
    const lines = outbox
      .list(Math.min(last.value, webhookLimits.listedCount))
      .map(({ body, ...delivery }) => `${JSON.stringify({ ...delivery, body })}\n`);
    return context.body(lines.join(''), 200, { 'Content-Type': 'application/x-ndjson' });
  });

  routes.post('/telemetry/webhooks/replay', (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    const id = context.req.query('id') ?? '';
    if (outbox.replay(id)) return context.json({ id }, 202);
    return errorReply(
      context,
      404,
      'NO_MESSAGE',
      'There is no message with this id; GET /telemetry/webhooks lists those of the last 30 days.',
    );
  });

  routes.post('/telemetry/webhooks/test', (context) => {
    if (!isOwnPage(context)) return refuseOtherPage(context);
    outbox.add([{ type: 'webhook.test', data: {} }], new Map());
    return context.body(null, 202);
  });
  return routes;
}
