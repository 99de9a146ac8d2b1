import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { intakeLimits } from '../../shared/limits.ts';
import type { LogEndpoint, LogReply } from '../../shared/log-event.ts';
import { logEndpoints } from '../../shared/log-event.ts';
import type { Failure } from '../../shared/result.ts';
import { allowAnyOrigin } from '../http/cross-origin.ts';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { EventStore } from '../store/event-store.ts';
import { parseBatch } from './parse-batch.ts';
import { readBody } from './read-body.ts';
import { unpackBody } from './unpack-body.ts';

export interface IntakeDeps {
  store: EventStore;
  /** Unix milliseconds. */
  now: () => number;
}

/** So many refused events are explained in an answer. */
const explainedCount = 10;

const statusOf: Readonly<Record<string, ContentfulStatusCode>> = {
  BODY_TOO_LARGE: 413,
  UNPACKED_TOO_LARGE: 413,
  UNKNOWN_ENCODING: 415,
};

/**
 * `POST /youtubei/v1/log_event` and `/youtubei/v1/video_stats`: takes over a batch of log events, and answers with
 * `logReplySchema` once they are committed. The content type is not looked at: beacons and pages of opaque origins send
 * `text/plain`, because JSON would need a preflight.
 */
export function createIntakeRoutes({ store, now }: IntakeDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  for (const endpoint of Object.keys(logEndpoints) as LogEndpoint[]) {
    const path = logEndpoints[endpoint].replace(/\?.*$/, '');
    routes.use(path, allowAnyOrigin);
    routes.post(path, (context) => takeBatch(context, endpoint));
  }

  async function takeBatch(context: Context<ServerEnv>, endpoint: LogEndpoint): Promise<Response> {
    const body = await readBody(context.env.incoming, intakeLimits.bodyMaxBytes);
    if (!body.ok) {
      // What was not read must not be taken for the next request.
      context.header('Connection', 'close');
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
    const reply: LogReply = { ...stored, rejected };
    return context.json(
      rejected === 0 ? reply : { ...reply, rejections: rejections.slice(0, explainedCount) },
    );
  }

  async function refuse(
    context: Context<ServerEnv>,
    { code, message }: Failure,
    wireBytes: number,
  ): Promise<Response> {
    await store.countRefusedBatch(wireBytes);
    return errorReply(context, statusOf[code] ?? 400, code, message);
  }

  return routes;
}
