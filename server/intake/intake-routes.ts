import type { Context } from 'hono';
import { Hono } from 'hono';
import type { LogEndpoint } from '../../shared/telemetry/log-event.ts';
import { logEndpoints } from '../../shared/telemetry/log-event.ts';
import { clientAddress } from '../http/client-address.ts';
import { errorReply } from '../http/error-reply.ts';
import type { BodyBudget } from '../http/fairness/body-budget.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { ServerStore } from '../store/server-store.ts';
import { batchBytes } from '../store/stored-bytes.ts';
import type { CountryOf } from './geoip/read-geoip.ts';
import { intakeCostLimits } from './intake-limits.ts';
import { intakePath } from './intake-path.ts';
import { parseBatch } from './parse-batch.ts';
import { parseReceiptQuery } from './parse-receipt-query.ts';
import { readUserAgent } from './read-user-agent.ts';
import {
  clientOf,
  isPassing,
  type Refusal,
  receiveBody,
  refusalReply,
  refuseOverspent,
} from './receive-body.ts';
import type { IntakeReply } from './reply-schema.ts';

export interface IntakeDeps {
  store: Pick<
    ServerStore,
    'insertBatch' | 'countRefusedBatch' | 'storedRanges' | 'insertProviderLog' | 'insertError'
  >;
  budget: BodyBudget;
  /** Unix milliseconds. */
  now: () => number;
}

interface BatchDeps extends IntakeDeps {
  /** Nothing else is kept of the client's address. */
  countryOf: CountryOf;
}

/**
 * `POST /youtubei/v1/log_event` and `/youtubei/v1/video_stats` store a batch of log events, and
 * answer with `logReplySchema` after the commit. 503 means that nothing was stored, and the client
 * should resend the batch. `GET` with `sid` and `from` on either path answers with a receipt,
 * `storedReplySchema`: the stored events of a document.
 */
export function createIntakeRoutes({ store, budget, now, countryOf }: BatchDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  for (const endpoint of Object.keys(logEndpoints) as LogEndpoint[]) {
    const path = intakePath(endpoint);
    routes.post(path, (context) => receiveBatch(context, endpoint));
    routes.get(path, sendReceipt);
  }

  async function receiveBatch(
    context: Context<ServerEnv>,
    endpoint: LogEndpoint,
  ): Promise<Response> {
    const body = await receiveBody(context, budget);
    if (!body.ok) return refuse(context, body.error, body.error.wireBytes);
    const { text, wireBytes } = body.value;
    const client = clientOf(context);
    const overspent = refuseOverspent(budget.stored, client);
    if (overspent !== null) return refuse(context, overspent, wireBytes);
    const batch = parseBatch(text);
    if (!batch.ok) return refuse(context, batch.error, wireBytes);

    const { rejections, ...accepted } = batch.value;
    const rejected = rejections.length;
    const stored = await store.insertBatch({
      ...accepted,
      endpoint,
      receivedMs: now(),
      wireBytes,
      ...readUserAgent(context.req.header('User-Agent')),
      country: countryOf(clientAddress(context)),
      rejected,
    });
    if (!stored.ok) return refusalReply(context, stored.error);
    budget.stored.take(client, batchBytes(accepted, stored.value));
    const counts = { ...stored.value, rejected };
    // Name every rejection: the sender counts its lost events by them.
    const reply: IntakeReply = rejected === 0 ? counts : { ...counts, rejections };
    return context.json(reply);
  }

  async function refuse(
    context: Context<ServerEnv>,
    failure: Refusal,
    wireBytes: number,
  ): Promise<Response> {
    // The client will resend it, so do not count it as refused.
    if (isPassing(failure.code)) return refusalReply(context, failure);
    const counted = await store.countRefusedBatch(wireBytes, now());
    return refusalReply(context, counted.ok ? failure : counted.error);
  }

  async function sendReceipt(context: Context<ServerEnv>): Promise<Response> {
    context.header('Cache-Control', 'no-store');
    const query = parseReceiptQuery(context.req.query());
    if (!query.ok) return errorReply(context, 400, query.error.code, query.error.message);
    const client = clientOf(context);
    const overspent = refuseOverspent(budget.received, client);
    if (overspent !== null) return refusalReply(context, overspent);
    budget.received.take(client, intakeCostLimits.receiptBytes.value);
    const stored = await store.storedRanges(query.value.sid, query.value.from);
    return stored.ok ? context.json(stored.value) : refusalReply(context, stored.error);
  }

  return routes;
}
