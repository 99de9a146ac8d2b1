import { Hono } from 'hono';
import type { AudienceReport } from '../../../shared/telemetry/audience-report.ts';
import type { CostReport } from '../../../shared/telemetry/cost-report.ts';
import type { TelemetryReport } from '../../../shared/telemetry/telemetry-report.ts';
import { csvTable } from '../../cli/export/csv-table.ts';
import type { Experiments } from '../../experiments/run-experiments.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { streamBody } from '../../http/stream-body.ts';
import type { ResolveStack } from '../../intake/errors/resolve-stack.ts';
import type { Library } from '../../library/scan-library.ts';
import { outcomes } from '../../store/reports/has-outcome.ts';
import type { PlaybackRow, ReportFilter } from '../../store/reports/report-figures.ts';
import type { ServerStore, StoreFeeds } from '../../store/server-store.ts';
import type { TelemetryAccess } from './is-operator.ts';
import { parseReportQuery } from './parse-report-query.ts';
import { telemetryLimits } from './telemetry-limits.ts';

/** A playback as the answers have it. */
type ShownPlayback = PlaybackRow & { receivedAt: string; title: string };

const table = csvTable<ShownPlayback>([
  'receivedAt',
  'receivedMs',
  'videoId',
  'title',
  'host',
  'browser',
  'hasPlayed',
  'hasSummary',
  'end',
  'isLive',
  'startMs',
  'isAutoplayBlocked',
  'isExitBeforeStart',
  'watchedMs',
  'rebufferCount',
  'rebufferMs',
  'rebufferPercent',
  'failure',
  'isRefusal',
  'errorName',
  'averageHeight',
  'averageBitrate',
  'sid',
  'cpn',
  'device',
  'country',
  'version',
]);

export interface ReportRoutesDeps {
  access: TelemetryAccess;
  store: ServerStore;
  /** Gives videos their titles: the events have only ids. */
  library: Library;
  resolveStack: ResolveStack;
  experiments: Experiments;
  /** Unix milliseconds. */
  now: () => number;
  /** Receives errors that occur while an answer is being sent. */
  reportError: (error: unknown) => void;
}

/**
 * The dashboard's data, for clients that `createTelemetryRoutes` admits: `GET /telemetry/report`, a
 * summary at `/telemetry/qoe`, its playbacks as `/telemetry/playbacks.csv` or `.ndjson`, and what
 * embeds cost viewers at `/telemetry/cost`. All accept the filters of
 * `parseReportQuery`.
 * `GET /telemetry/experiments` compares the arms of each experiment.
 */
export function createReportRoutes({
  access,
  store,
  library,
  resolveStack,
  experiments,
  now,
  reportError,
}: ReportRoutesDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const titleOf = (videoId: string) =>
    library.videos.get(videoId)?.response.videoDetails.title ?? '';
  const show = (row: PlaybackRow): ShownPlayback => ({
    receivedAt: new Date(row.receivedMs).toISOString(),
    title: titleOf(row.videoId),
    ...row,
  });

  routes.get('/telemetry/report', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs, { lists: true });
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    const { errors, ...figures } = await store.reports.dashboard(filter.value);
    const resolved = errors.map(async (error) => ({
      ...error,
      stack: await resolveStack(error.stack),
    }));
    const report: TelemetryReport = {
      madeMs: nowMs,
      hasToken: access.token !== null,
      isReader: context.get('isReader'),
      filter: filter.value,
      ...figures,
      titles: titlesOf(
        [
          ...figures.videos.map(({ name }) => name),
          ...figures.latest.map(({ videoId }) => videoId),
        ],
        titleOf,
      ),
      errors: await Promise.all(resolved),
    };
    return context.json(report);
  });

  routes.get('/telemetry/qoe', async (context) => {
    const filter = parseReportQuery(context.req.query(), now());
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    return context.json(await store.reports.overview(filter.value));
  });

  routes.get('/telemetry/cost', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs);
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    const [costs, armNames] = await Promise.all([
      store.reports.cost(filter.value),
      experiments.armNames(),
    ]);
    return context.json({ madeMs: nowMs, ...costs, armNames } satisfies CostReport);
  });

  routes.get('/telemetry/audience', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs);
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    const audience = await store.reports.audience(filter.value, nowMs);
    const report: AudienceReport = {
      madeMs: nowMs,
      ...audience,
      titles: titlesOf(
        audience.groups.video.map(({ name }) => name),
        titleOf,
      ),
    };
    return context.json(report);
  });

  routes.get('/telemetry/experiments', async (context) => context.json(await experiments.report()));

  for (const form of ['csv', 'ndjson'] as const) {
    routes.get(`/telemetry/playbacks.${form}`, (context) => {
      const filter = parseReportQuery(context.req.query(), now(), { lists: true });
      if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
      context.header('Content-Disposition', `attachment; filename="playbacks.${form}"`);
      const rows = chunksOfAll(store.feeds(), filter.value, show);
      const lines = form === 'csv' ? csvLines(rows) : jsonLines(rows);
      const contentType = form === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
      return streamBody(context, lines, { contentType, reportError });
    });
  }
  return routes;
}

/** @returns titles by id, without unknown ones */
function titlesOf(
  ids: readonly string[],
  titleOf: (videoId: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    [...new Set(ids)].map((id) => [id, titleOf(id)] as const).filter(([, title]) => title !== ''),
  );
}

async function* csvLines(chunks: AsyncIterable<ShownPlayback[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(table.head);
  for await (const rows of chunks) yield Buffer.from(table.lines(rows));
}

async function* jsonLines(chunks: AsyncIterable<ShownPlayback[]>): AsyncGenerator<Buffer> {
  for await (const rows of chunks)
    yield Buffer.from(rows.map(({ row: _, ...shown }) => `${JSON.stringify(shown)}\n`).join(''));
}

/** The playbacks of one store after the other: no row number leaves the server. */
async function* chunksOfAll(
  stores: readonly StoreFeeds[],
  filter: ReportFilter,
  show: (row: PlaybackRow) => ShownPlayback,
): AsyncGenerator<ShownPlayback[]> {
  for (const store of stores) yield* chunksOf(store, filter, show);
}

async function* chunksOf(
  store: StoreFeeds,
  filter: ReportFilter,
  show: (row: PlaybackRow) => ShownPlayback,
): AsyncGenerator<ShownPlayback[]> {
  let last = 0;
  for (;;) {
    const rows = await store.playbackRows(filter, last, telemetryLimits.playbacksChunkCount);
    // In a query, few matches among many would take long without a row for the client.
    const wanted = rows.filter(
      (row) => filter.outcome === undefined || outcomes[filter.outcome].matches(row),
    );
    if (wanted.length > 0) yield wanted.map(show);
    if (rows.length < telemetryLimits.playbacksChunkCount) return;
    last = rows.at(-1)?.row ?? last;
  }
}
