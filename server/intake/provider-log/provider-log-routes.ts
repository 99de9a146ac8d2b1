import { Hono } from 'hono';
import { providerLogPath } from '../../../shared/telemetry/log-event.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { providerLogBytes } from '../../store/stored-bytes.ts';
import type { IntakeDeps } from '../intake-routes.ts';
import { clientOf, receiveBody, refusalReply, refuseOverspent } from '../receive-body.ts';
import { parseProviderLog } from './parse-provider-log.ts';

/**
 * `POST /log` stores the log of a page's services, and answers with `logReplySchema` after the
 * commit. Bodies have the same rules as at the event intake.
 */
export function createProviderLogRoutes({ store, budget, now }: IntakeDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post(providerLogPath, async (context) => {
    const body = await receiveBody(context, budget);
    if (!body.ok) return refusalReply(context, body.error);
    const client = clientOf(context);
    const overspent = refuseOverspent(budget.stored, client);
    if (overspent !== null) return refusalReply(context, overspent);
    const batch = parseProviderLog(body.value.text);
    if (!batch.ok) return refusalReply(context, batch.error);
    const { rejected, ...accepted } = batch.value;
    const stored = await store.insertProviderLog({ ...accepted, receivedMs: now() });
    if (!stored.ok) return refusalReply(context, stored.error);
    budget.stored.take(client, providerLogBytes(accepted, stored.value));
    return context.json({ ...stored.value, rejected });
  });
  return routes;
}
