import { Hono } from 'hono';
import { createLicenseRoutes } from '../access/license/license-routes.ts';
import { createAdmitCall } from '../api/admit-call.ts';
import { createApiRoutes } from '../api/api-routes.ts';
import { createSchemaRoutes } from '../api/schemas/schema-routes.ts';
import { createAnswerHeaders } from '../http/answer-headers.ts';
import { caching } from '../http/caching.ts';
import { clientUrl } from '../http/client-address.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { crossSiteOrigin } from '../http/cross-site-origin.ts';
import type { ReportError } from '../http/error-reply.ts';
import { addErrorReplies } from '../http/error-reply.ts';
import { createAdmitCaller } from '../http/fairness/admit-callers.ts';
import { createBodyBudget } from '../http/fairness/body-budget.ts';
import { limitRequests } from '../http/fairness/limit-requests.ts';
import type { RequestBudgets } from '../http/fairness/request-budgets.ts';
import type { CspDirectives } from '../http/html/content-security-policy.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { answerCallers, setAnswerHeaders } from '../http/set-answer-headers.ts';
import { untilRead } from '../http/until-read.ts';
import { whileSame } from '../http/while-same.ts';
import { createClosedIntakeRoutes } from '../intake/closed-intake-routes.ts';
import { createErrorRoutes } from '../intake/errors/error-routes.ts';
import type { CountryOf } from '../intake/geoip/read-geoip.ts';
import { createIntakeRoutes } from '../intake/intake-routes.ts';
import { createProviderLogRoutes } from '../intake/provider-log/provider-log-routes.ts';
import { createHeldRequests } from '../library/live/held-requests.ts';
import { createLiveRoutes } from '../library/live/live-routes.ts';
import { createMediaRoutes } from '../library/media-routes.ts';
import type { HealthDeps } from '../operator/health/health-routes.ts';
import { createHealthRoutes } from '../operator/health/health-routes.ts';
import { createRequestCheckRoutes } from '../operator/health/request-check-routes.ts';
import type { ObserveDeps } from '../operator/log/observe-requests.ts';
import { observeRequests } from '../operator/log/observe-requests.ts';
import type { MetricsDeps } from '../operator/metrics/metrics-routes.ts';
import { createMetricsRoutes } from '../operator/metrics/metrics-routes.ts';
import type { TelemetryDeps } from '../operator/telemetry/telemetry-routes.ts';
import { createTelemetryRoutes } from '../operator/telemetry/telemetry-routes.ts';
import { createBotDetectionRoutes } from '../pages/bot-detection/bot-detection-routes.ts';
import type { EmbedDeps } from '../pages/embed/embed-routes.ts';
import { createEmbedRoutes } from '../pages/embed/embed-routes.ts';
import { findPolicySources } from '../pages/embed/policy-sources.ts';
import { configurationOf } from '../pages/embed/provider-config.ts';
import { renderStartPage } from '../pages/embed/start-page.ts';
import { createSdkRoutes } from '../pages/sdk/sdk-routes.ts';
import { createOEmbedRoutes } from '../pages/watch/oembed-routes.ts';
import { createWatchRoutes } from '../pages/watch/watch-routes.ts';
import type { ServerStore } from '../store/server-store.ts';
import type { StartDeps } from './start-options.ts';

export interface EmbedAppDeps
  extends Omit<EmbedDeps, 'pagePolicy'>,
    TelemetryDeps,
    Omit<MetricsDeps, 'now'>,
    ObserveDeps,
    HealthDeps,
    Pick<StartDeps, 'serveModules'> {
  store: ServerStore;
  /** Settles after the first reading of the library. */
  whenRead: Promise<void>;
  reportError: ReportError;
  /** Counts the requests of each client. */
  requests: RequestBudgets;
  /** Maximum requests a client may send a minute; 0 for no limit. */
  rateLimit: number;
  /** Real path of the media directory. */
  mediaRoot: string;
  /** Real path of the built SDK. */
  sdkDir: string;
  /** Origins of the player's pages on other hosts. */
  pageOrigins: readonly string[];
  /** Sources that the operator adds to the player page's policy. */
  cspExtra: CspDirectives;
  demoPort: () => number;
  countryOf: CountryOf;
  /** Unix milliseconds. */
  now: () => number;
}

/** All routes of the embed origin. */
export function createEmbedApp(deps: EmbedAppDeps): Hono<ServerEnv> {
  const {
    library,
    guard,
    brand,
    isTelemetryOn,
    store,
    mediaRoot,
    sdkDir,
    demoPort,
    now,
    reportError,
  } = deps;
  const app = new Hono<ServerEnv>();
  const budget = createBodyBudget({ rateLimit: deps.rateLimit, now });
  addErrorReplies(app, reportError);
  const admitCaller = createAdmitCaller(deps.pageOrigins, deps.log);
  // The page's policy depends on the videos, which may change.
  const headers = whileSame(
    () => library.videos,
    () => {
      const templates = [deps.build, ...deps.otherBuilds].map(({ template }) => template);
      const kinds = createAnswerHeaders(findPolicySources({ ...deps, templates }));
      return { kinds, set: setAnswerHeaders(Object.values(kinds), admitCaller) };
    },
  );
  app.use(
    observeRequests(deps),
    untilRead(deps.whenRead),
    (context, next) => headers().set(context, next),
    ...(deps.serveModules ? [deps.serveModules] : []),
    compressAnswers,
    limitRequests(deps.requests),
    answerCallers,
  );
  const pagePolicy = () => headers().kinds.playerPage.headers['Content-Security-Policy'];
  app.route('/', createEmbedRoutes({ ...deps, pagePolicy }));
  app.route('/', createWatchRoutes({ library, guard, brand, mediaRoot }));
  app.route('/', createOEmbedRoutes({ library, guard, brand, mediaRoot }));
  app.route('/', createSdkRoutes({ library, guard, sdkDir }));
  const held = createHeldRequests();
  app.route('/', createMediaRoutes(mediaRoot, guard, held));
  app.route('/', createLiveRoutes({ library, guard, mediaRoot, now, held }));
  app.route('/', createLicenseRoutes(deps, budget));
  app.route(
    '/',
    createApiRoutes({
      library,
      guard,
      viewers: store.viewers,
      viewerCommands: deps.viewerCommands,
      clicks: deps.metrics.clicks,
      loggedInHeader: deps.loggedInHeader,
      readSignedIn: deps.readSignedIn,
      admitCall: createAdmitCall(deps.apiKey, deps.log),
      budget,
      now,
      brand,
      isTelemetryOn,
      configuration: configurationOf(deps.providerConfig),
    }),
  );
  if (isTelemetryOn) {
    if (deps.botDetection === true) app.route('/', createBotDetectionRoutes());
    app.route('/', createIntakeRoutes({ store, budget, now, countryOf: deps.countryOf }));
    app.route('/', createProviderLogRoutes({ store, budget, now }));
    app.route('/', createErrorRoutes({ store, budget, now }));
  } else app.route('/', createClosedIntakeRoutes(budget));
  app.route('/', createTelemetryRoutes(deps));
  app.route('/', createMetricsRoutes(deps));
  app.route('/', createHealthRoutes(deps));
  app.route('/', createRequestCheckRoutes());
  app.route('/', createSchemaRoutes());
  app.get('/', (context) => {
    const url = clientUrl(context);
    // The port of the demo does not speak TLS.
    const demoUrl = url.protocol === 'https:' ? null : `${crossSiteOrigin(url, demoPort())}/`;
    return context.html(renderStartPage(library, brand, demoUrl), 200, {
      'Cache-Control': caching.revalidated,
    });
  });
  return app;
}
