import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { intakeLimits } from '../../shared/limits.ts';
import type { LogReply } from '../../shared/log-batch.ts';
import type { LogEndpoint } from '../../shared/log-event.ts';
import { logEndpoints } from '../../shared/log-event.ts';
import type { Failure } from '../../shared/result.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { allowAnyOrigin } from '../http/cross-origin.ts';
import { busyReply, errorReply } from '../http/error-reply.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { EventStore } from '../store/event-store.ts';
import { parseBatch } from './parse-batch.ts';
import { unpackBody } from './unpack-body.ts';

export interface IntakeDeps {
  store: EventStore;
  budget: BodyBudget;
  /** Unix milliseconds. */
  now: () => number;
}

const statusOf: Readonly<Record<string, ContentfulStatusCode>> = {
  BODY_TOO_LARGE: 413,
  UNPACKED_TOO_LARGE: 413,
  UNKNOWN_ENCODING: 415,
};

/**
 * `POST /youtubei/v1/log_event` and `/youtubei/v1/video_stats`: takes over a batch of log events, and answers with
 * `logReplySchema` once they are committed. The content type is not looked at: beacons and pages of opaque origins send
 * `text/plain`, because JSON would need a preflight. 503 means that nothing was taken over, and the batch should come again.
 */
export function createIntakeRoutes({ store, budget, now }: IntakeDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  for (const endpoint of Object.keys(logEndpoints) as LogEndpoint[]) {
    const path = logEndpoints[endpoint].replace(/\?.*$/, '');
    routes.use(path, allowAnyOrigin);
    routes.post(path, (context) => takeBatch(context, endpoint));
  }

  async function takeBatch(context: Context<ServerEnv>, endpoint: LogEndpoint): Promise<Response> {
    const body = await readBody(context.env, { maxBytes: intakeLimits.bodyMaxBytes, budget });
    if (!body.ok) {
      // What was not read must not be taken for the next request.
      context.header('Connection', 'close');
      const { code, message } = body.error;
      // Not counted as refused: the batch comes again.
      if (code === 'SERVER_BUSY') return busyReply(context, code, message);
      return refuse(context, body.error, body.error.readBytes);
    }
    const wireBytes = body.value.length;
    const text = await unpackBody(
      body.value,
      context.req.header('Content-Encoding'),
      intakeLimits.unpackedMaxBytes,
    );
    if (!text.ok) return refuse(context, text.error, wireBytes);
    const batch = parseBatch(text.value);
    if (!batch.ok) return refuse(context, batch.error, wireBytes);

    const { rejections, ...accepted } = batch.value;
    const rejected = rejections.length;
    const stored = await store.insertBatch({ ...accepted, endpoint, receivedMs: now(), wireBytes, rejected });
    if (!stored.ok) return busyReply(context, stored.error.code, stored.error.message);
    const reply: LogReply = { ...stored.value, rejected };
    // Every one is named: the sender accounts for what is lost by it.
    return context.json(rejected === 0 ? reply : { ...reply, rejections });
  }

  async function refuse(
    context: Context<ServerEnv>,
    { code, message }: Failure,
    wireBytes: number,
  ): Promise<Response> {
    const counted = await store.countRefusedBatch(wireBytes);
    if (!counted.ok) return busyReply(context, counted.error.code, counted.error.message);
    return errorReply(context, statusOf[code] ?? 400, code, message);
  }

  return routes;
}
