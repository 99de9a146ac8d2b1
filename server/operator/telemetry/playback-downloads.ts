import { Hono } from 'hono';
import {
  type CustomParameter,
  customParameter,
} from '../../../shared/telemetry/custom-parameter.ts';
import {
  type CustomDimension,
  type CustomNames,
  customDimensions,
} from '../../../shared/telemetry/document-dimensions.ts';
import { reportDimensions } from '../../../shared/telemetry/playback-dimensions.ts';
import { csvTable } from '../../cli/export/csv-table.ts';
import type { Experiments } from '../../experiments/run-experiments.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { streamBody } from '../../http/stream-body.ts';
import { outcomes } from '../../store/reports/has-outcome.ts';
import type { PlaybackRow, ReportFilter } from '../../store/reports/report-figures.ts';
import type { StoreFeeds } from '../../store/server-store.ts';
import { findArms } from './find-arms.ts';
import { parseReportQuery } from './parse-report-query.ts';
import { telemetryLimits } from './telemetry-limits.ts';

/** A playback as the answers have it. */
type ShownPlayback = Omit<PlaybackRow, CustomDimension> & {
  receivedAt: string;
  title: string;
  /** Values of custom dimensions. */
  [parameter: CustomParameter]: string;
};
type PlaybackFeed = Pick<StoreFeeds, 'playbackRows'>;

const columns = [
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
  'engine',
  'startedBy',
] as const;

export interface PlaybackDownloadsDeps {
  /** The playbacks of each store. */
  feeds: () => readonly PlaybackFeed[];
  /** @returns '' for an unknown video */
  titleOf: (videoId: string) => string;
  experiments: Pick<Experiments, 'armNumbers'>;
  /** Names of the operator's dimensions. */
  dimensionNames: () => CustomNames;
  /** Unix milliseconds. */
  now: () => number;
  /** Receives errors that occur while an answer is being sent. */
  reportError: (error: unknown) => void;
}

/**
 * The playbacks of a report as `GET /telemetry/playbacks.csv` or `.ndjson`, read and sent a chunk
 * at a time, for as long as the client reads.
 */
export function createPlaybackDownloads({
  feeds,
  titleOf,
  experiments,
  dimensionNames,
  now,
  reportError,
}: PlaybackDownloadsDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const showWith =
    (names: CustomNames) =>
    ({ custom1, custom2, custom3, ...row }: PlaybackRow): ShownPlayback => ({
      receivedAt: new Date(row.receivedMs).toISOString(),
      title: titleOf(row.videoId),
      ...row,
      ...Object.fromEntries(
        customColumns(names).map(({ place, column }) => [
          column,
          { custom1, custom2, custom3 }[place],
        ]),
      ),
    });
  for (const form of ['csv', 'ndjson'] as const) {
    routes.get(`/telemetry/playbacks.${form}`, async (context) => {
      const names = dimensionNames();
      const filter = parseReportQuery(context.req.query(), now(), {
        names,
        dimensions: reportDimensions,
        experiments: true,
        lists: true,
      });
      if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
      const found = await findArms(filter.value, experiments);
      context.header('Content-Disposition', `attachment; filename="playbacks.${form}"`);
      const rows = chunksOfAll(feeds(), found, showWith(names));
      const lines = form === 'csv' ? csvLines(rows, names) : jsonLines(rows);
      const contentType = form === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';
      return streamBody(context, lines, { contentType, reportError });
    });
  }
  return routes;
}

/** Columns of the custom dimensions that have a name. */
function customColumns(names: CustomNames): { place: CustomDimension; column: CustomParameter }[] {
  return customDimensions.flatMap((place) => {
    const name = names[place];
    return name === undefined ? [] : [{ place, column: customParameter(name) }];
  });
}

async function* csvLines(
  chunks: AsyncIterable<ShownPlayback[]>,
  names: CustomNames,
): AsyncGenerator<Buffer> {
  const table = csvTable<ShownPlayback>([
    ...columns,
    ...customColumns(names).map(({ column }) => column),
  ]);
  yield Buffer.from(table.head);
  for await (const rows of chunks) yield Buffer.from(table.lines(rows));
}

async function* jsonLines(chunks: AsyncIterable<ShownPlayback[]>): AsyncGenerator<Buffer> {
  for await (const rows of chunks)
    yield Buffer.from(rows.map(({ row: _, ...shown }) => `${JSON.stringify(shown)}\n`).join(''));
}

/** The playbacks of one store after the other: no row number leaves the server. */
async function* chunksOfAll(
  feeds: readonly PlaybackFeed[],
  filter: ReportFilter,
  show: (row: PlaybackRow) => ShownPlayback,
): AsyncGenerator<ShownPlayback[]> {
  for (const feed of feeds) yield* chunksOf(feed, filter, show);
}

/** A chunk may be empty: the answer can end only between chunks, once its client has gone. */
async function* chunksOf(
  feed: PlaybackFeed,
  filter: ReportFilter,
  show: (row: PlaybackRow) => ShownPlayback,
): AsyncGenerator<ShownPlayback[]> {
  let last: PlaybackRow | null = null;
  for (;;) {
    const rows: PlaybackRow[] = await feed.playbackRows(
      filter,
      last,
      telemetryLimits.playbacksChunkCount,
    );
    // In a query, few matches among many would take long without a chunk for the client.
    yield rows
      .filter((row) => filter.outcome === undefined || outcomes[filter.outcome].matches(row))
      .map(show);
    if (rows.length < telemetryLimits.playbacksChunkCount) return;
    last = rows.at(-1) ?? last;
  }
}
