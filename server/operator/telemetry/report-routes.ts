import { Hono } from 'hono';
import type { AudienceReport } from '../../../shared/telemetry/audience-report.ts';
import type { CostReport } from '../../../shared/telemetry/cost-report.ts';
import type { CustomNames } from '../../../shared/telemetry/document-dimensions.ts';
import { reportDimensions } from '../../../shared/telemetry/playback-dimensions.ts';
import type { TelemetryReport } from '../../../shared/telemetry/telemetry-report.ts';
import type { Experiments } from '../../experiments/run-experiments.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { ResolveStack } from '../../intake/errors/resolve-stack.ts';
import type { Library } from '../../library/scan-library.ts';
import type { ServerStore } from '../../store/server-store.ts';
import { findArms } from './find-arms.ts';
import type { TelemetryAccess } from './is-operator.ts';
import { parseReportQuery } from './parse-report-query.ts';
import { createPlaybackDownloads } from './playback-downloads.ts';

export interface ReportRoutesDeps {
  access: TelemetryAccess;
  store: ServerStore;
  /** Gives videos their titles: the events have only ids. */
  library: Library;
  resolveStack: ResolveStack;
  experiments: Experiments;
  /** Names of the operator's dimensions. */
  dimensionNames: () => CustomNames;
  /** Unix milliseconds. */
  now: () => number;
  /** Receives errors that occur while an answer is being sent. */
  reportError: (error: unknown) => void;
}

/**
 * The dashboard's data, for clients that `createTelemetryRoutes` admits: `GET /telemetry/report`, a
 * summary at `/telemetry/qoe`, its playbacks as `/telemetry/playbacks.csv` or `.ndjson`, and what
 * embeds cost viewers at `/telemetry/cost`. All accept the filters of `parseReportQuery`, those of
 * playbacks also facts of playbacks and an arm of an experiment, and those that list them an
 * outcome.
 * `GET /telemetry/experiments` compares the arms of each experiment.
 */
export function createReportRoutes({
  access,
  store,
  library,
  resolveStack,
  experiments,
  dimensionNames,
  now,
  reportError,
}: ReportRoutesDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const titleOf = (videoId: string) =>
    library.videos.get(videoId)?.response.videoDetails.title ?? '';

  routes.get('/telemetry/report', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs, {
      names: dimensionNames(),
      dimensions: reportDimensions,
      experiments: true,
      lists: true,
    });
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    const [{ errors, ...figures }, ran] = await Promise.all([
      findArms(filter.value, experiments).then((found) => store.reports.dashboard(found)),
      experiments.namesIn(filter.value),
    ]);
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
      experiments: ran,
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
    const filter = parseReportQuery(context.req.query(), now(), {
      names: dimensionNames(),
      dimensions: reportDimensions,
      experiments: true,
    });
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    return context.json(await store.reports.overview(await findArms(filter.value, experiments)));
  });

  routes.get('/telemetry/cost', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs, { names: dimensionNames() });
    if (!filter.ok) return errorReply(context, 400, filter.error.code, filter.error.message);
    const [costs, armNames] = await Promise.all([
      store.reports.cost(filter.value),
      experiments.armNames(),
    ]);
    return context.json({ madeMs: nowMs, ...costs, armNames } satisfies CostReport);
  });

  routes.get('/telemetry/audience', async (context) => {
    const nowMs = now();
    const filter = parseReportQuery(context.req.query(), nowMs, { names: dimensionNames() });
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

  routes.route(
    '/',
    createPlaybackDownloads({
      feeds: () => store.feeds(),
      titleOf,
      experiments,
      dimensionNames,
      now,
      reportError,
    }),
  );
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
