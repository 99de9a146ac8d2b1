import type { Context } from 'hono';
import { Hono } from 'hono';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { streamBody } from '../../http/stream-body.ts';
import type { ResolveStack } from '../../intake/errors/resolve-stack.ts';
import type { Feed } from '../../store/event-store.ts';
import type { StoreFeeds } from '../../store/server-store.ts';
import type { StoredError } from '../../store/stored-error.ts';
import type { WebhookRoutesDeps } from '../../webhooks/webhook-routes.ts';
import { createWebhookRoutes } from '../../webhooks/webhook-routes.ts';
import { createTraceRoutes } from '../trace/trace-routes.ts';
import type { DashboardDeps } from './dashboard/dashboard-routes.ts';
import { createDashboardRoutes } from './dashboard/dashboard-routes.ts';
import { createLinkRoutes } from './link-routes.ts';
import { parseFeedQuery } from './parse-feed-query.ts';
import type { ReportRoutesDeps } from './report-routes.ts';
import { createReportRoutes } from './report-routes.ts';
import { requireOperator } from './require-operator.ts';
import { telemetryLimits } from './telemetry-limits.ts';

const { rowsChunkCount, gapsChunkCount, errorsChunkCount } = telemetryLimits;

export interface TelemetryDeps extends DashboardDeps, ReportRoutesDeps, WebhookRoutesDeps {}

/**
 * The operator's routes, which no other origin may read; readers get those of the dashboard:
 *
 * - the dashboard with its data (`dashboard-routes.ts`, `report-routes.ts`)
 * - `GET /telemetry/summary`
 * - one session as a trace (`trace-routes.ts`)
 * - read-only links to the dashboard (`link-routes.ts`)
 * - messages to the operator's receivers (`webhooks/webhook-routes.ts`)
 * - feeds as newline-delimited JSON: `GET /telemetry/events`, `/telemetry/log` (the provider's
 *   log), `/telemetry/gaps` (documents with missing events), `/telemetry/feedback` (viewers'
 *   feedback on videos) and `/telemetry/errors` (errors that pages reported)
 *
 * Each feed takes `?after=ROW&limit=COUNT`, or `?last=COUNT` for the newest rows in order of
 * receipt. With several stores it takes `store=1` and so on, because each numbers its own rows.
 */
export function createTelemetryRoutes(deps: TelemetryDeps): Hono<ServerEnv> {
  const { store, resolveStack, reportError } = deps;
  const routes = new Hono<ServerEnv>();
  routes.route('/', createDashboardRoutes(deps));
  routes.use('/telemetry/*', requireOperator(deps));
  routes.route('/', createReportRoutes(deps));
  routes.route('/', createTraceRoutes(deps));
  routes.route('/', createLinkRoutes(deps));
  routes.route('/', createWebhookRoutes(deps));

  routes.get('/telemetry/summary', async (context) => context.json(await store.summary()));
  const feeds: Record<string, Pick<FeedAnswer, 'feedOf' | 'chunk'>> = {
    events: { feedOf: ({ events }) => events, chunk: rowsChunkCount },
    log: { feedOf: ({ providerLog }) => providerLog, chunk: rowsChunkCount },
    gaps: { feedOf: ({ gaps }) => gaps, chunk: gapsChunkCount },
    feedback: { feedOf: ({ feedback }) => feedback, chunk: rowsChunkCount },
    errors: { feedOf: ({ errors }) => withStacks(errors, resolveStack), chunk: errorsChunkCount },
  };
  for (const [name, feed] of Object.entries(feeds))
    routes.get(`/telemetry/${name}`, (context) =>
      sendFeed(context, store.feeds(), { ...feed, reportError }),
    );
  return routes;
}

/** Stacks are stored as received, because source maps belong to the current build only. */
function withStacks(errors: Feed<StoredError>, resolveStack: ResolveStack): Feed<StoredError> {
  return {
    ...errors,
    async after(row, limit) {
      const items = await errors.after(row, limit);
      return Promise.all(
        items.map(async (item) => ({ ...item, stack: await resolveStack(item.stack) })),
      );
    },
  };
}

interface FeedAnswer {
  feedOf: (store: StoreFeeds) => Feed<{ row: number }>;
  chunk: number;
  reportError: (error: unknown) => void;
}

async function sendFeed(
  context: Context<ServerEnv>,
  stores: readonly StoreFeeds[],
  { feedOf, chunk, reportError }: FeedAnswer,
): Promise<Response> {
  const query = parseFeedQuery(context.req.query(), stores);
  if (!query.ok) return errorReply(context, 400, query.error.code, query.error.message);
  const { after, limit } = query.value;
  const feed = feedOf(query.value.store);
  // Row numbers have gaps, so counting back from the last row would not find the newest.
  const first = after ?? (await feed.rowBeforeNewest(limit));
  const lines = feedLines(feed, { after: first, limit, chunk });
  return streamBody(context, lines, { contentType: 'application/x-ndjson', reportError });
}

async function* feedLines(
  feed: Feed<{ row: number }>,
  { after, limit, chunk }: { after: number; limit: number; chunk: number },
): AsyncGenerator<Buffer> {
  let row = after;
  for (let left = limit; left > 0; left -= chunk) {
    const wanted = Math.min(left, chunk);
    const items = await feed.after(row, wanted);
    if (items.length > 0)
      yield Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    if (items.length < wanted) return;
    row = items.at(-1)?.row ?? row;
  }
}
