import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { EventStore } from '../store/event-store.ts';
import type { TelemetryAccess } from './is-operator.ts';
import { isOperator } from './is-operator.ts';
import { parseEventsQuery } from './parse-events-query.ts';

/** Events read from the store at once, so that a long answer never stands in memory as a whole. */
const chunkCount = 200;

/**
 * For the operator: `GET /telemetry/summary`, and as newline-delimited JSON `GET /telemetry/events?after=ROW&limit=COUNT`
 * or `GET /telemetry/events?last=COUNT`, the newest in the order in which they came. No other origin may read them.
 */
export function createTelemetryRoutes(store: EventStore, access: TelemetryAccess): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.use('/telemetry/*', async (context, next) => {
    if (!isOperator(access, (name) => context.req.header(name))) {
      context.header('WWW-Authenticate', 'Bearer realm="telemetry"');
      const remedy =
        access.token === null ? 'start the server with --token and send it' : "send the operator's token";
      return errorReply(
        context,
        401,
        'UNAUTHORIZED',
        `The telemetry is the operator's: ${remedy} as "Authorization: Bearer …".`,
      );
    }
    context.header('Cache-Control', 'no-store');
    return next();
  });

  routes.get('/telemetry/summary', async (context) => context.json(await store.summary()));

  routes.get('/telemetry/events', async (context) => {
    const query = parseEventsQuery(context.req.query());
    if (!query.ok) return errorReply(context, 400, query.error.code, query.error.message);
    const { after, limit } = query.value;
    // Row numbers have gaps, so the newest events cannot be had by counting back from the last.
    const first = after ?? (await store.rowBeforeNewest(limit));
    const lines = eventLines(store, first, limit);
    const body = Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream<Uint8Array>;
    return context.body(body, 200, { 'Content-Type': 'application/x-ndjson' });
  });
  return routes;
}

async function* eventLines(store: EventStore, after: number, limit: number): AsyncGenerator<Buffer> {
  let row = after;
  for (let left = limit; left > 0; left -= chunkCount) {
    const wanted = Math.min(left, chunkCount);
    const events = await store.eventsAfter(row, wanted);
    if (events.length > 0) yield Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    if (events.length < wanted) return;
    row = events.at(-1)?.row ?? row;
  }
}
