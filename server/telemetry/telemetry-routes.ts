import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { intakeLimits } from '../../shared/limits.ts';
import type { ResolveStack } from '../errors/resolve-stack.ts';
import { errorReply } from '../http/error-reply.ts';
import type { ServerEnv } from '../http/server-env.ts';
import type { EventStore, Feed, StoredError } from '../store/event-store.ts';
import type { TelemetryAccess } from './is-operator.ts';
import { isOperator } from './is-operator.ts';
import { parseFeedQuery } from './parse-feed-query.ts';
import { summarizeQoe } from './summarize-qoe.ts';

/** Rows read from the store at once, so that a long answer never stands in memory as a whole. */
const chunkCount = 200;

/** The same for documents with holes, each of which costs a look through its event numbers. */
const gapsChunkCount = 20;

/** And for errors, whose stacks are resolved. */
const errorsChunkCount = 20;

/**
 * For the operator: `GET /telemetry/summary` and `/telemetry/qoe`, and as newline-delimited JSON the events, the provider's log, the
 * documents that events are missing of, and the errors that pages reported: `GET /telemetry/events`, `/telemetry/log`, `/telemetry/gaps` and
 * `/telemetry/errors`, each with `?after=ROW&limit=COUNT` or with `?last=COUNT`, the newest in the order in which they came. No other
 * origin may read them.
 */
export function createTelemetryRoutes(
  store: EventStore,
  access: TelemetryAccess,
  resolveStack: ResolveStack,
): Hono<ServerEnv> {
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
  routes.get('/telemetry/qoe', async (context) => {
    const count = intakeLimits.qoeSummariesCount;
    const newest = await store.newestQoe(count + 1);
    return context.json(summarizeQoe(newest.slice(0, count), newest.length > count));
  });
  routes.get('/telemetry/events', (context) => giveFeed(context, store.events, chunkCount));
  routes.get('/telemetry/log', (context) => giveFeed(context, store.providerLog, chunkCount));
  routes.get('/telemetry/gaps', (context) => giveFeed(context, store.gaps, gapsChunkCount));
  routes.get('/telemetry/errors', (context) =>
    giveFeed(context, withStacks(store.errors, resolveStack), errorsChunkCount),
  );
  return routes;
}

/** Stacks stay stored as they came: the sources that they name are those of the build that is there now. */
function withStacks(errors: Feed<StoredError>, resolveStack: ResolveStack): Feed<StoredError> {
  return {
    ...errors,
    async after(row, limit) {
      const items = await errors.after(row, limit);
      return Promise.all(items.map(async (item) => ({ ...item, stack: await resolveStack(item.stack) })));
    },
  };
}

async function giveFeed(
  context: Context<ServerEnv>,
  feed: Feed<{ row: number }>,
  chunk: number,
): Promise<Response> {
  const query = parseFeedQuery(context.req.query());
  if (!query.ok) return errorReply(context, 400, query.error.code, query.error.message);
  const { after, limit } = query.value;
  // Row numbers have gaps, so the newest rows cannot be had by counting back from the last.
  const first = after ?? (await feed.rowBeforeNewest(limit));
  const lines = feedLines(feed, { after: first, limit, chunk });
  const body = Readable.toWeb(Readable.from(lines, { objectMode: false })) as ReadableStream<Uint8Array>;
  return context.body(body, 200, { 'Content-Type': 'application/x-ndjson' });
}

async function* feedLines(
  feed: Feed<{ row: number }>,
  { after, limit, chunk }: { after: number; limit: number; chunk: number },
): AsyncGenerator<Buffer> {
  let row = after;
  for (let left = limit; left > 0; left -= chunk) {
    const wanted = Math.min(left, chunk);
    const items = await feed.after(row, wanted);
    if (items.length > 0) yield Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    if (items.length < wanted) return;
    row = items.at(-1)?.row ?? row;
  }
}
