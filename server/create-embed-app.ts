import { Hono } from 'hono';
import { createApiRoutes } from './api/api-routes.ts';
import { createBotDetectionRoutes } from './bot-detection/bot-detection-routes.ts';
import type { EmbedDeps } from './embed/embed-routes.ts';
import { createEmbedRoutes } from './embed/embed-routes.ts';
import { renderStartPage } from './embed/start-page.ts';
import { createErrorRoutes } from './errors/error-routes.ts';
import type { ResolveStack } from './errors/resolve-stack.ts';
import { createBodyBudget } from './http/body-budget.ts';
import { crossSiteOrigin } from './http/cross-site-origin.ts';
import { addErrorReplies } from './http/error-reply.ts';
import type { ServerEnv } from './http/server-env.ts';
import { createClosedIntakeRoutes } from './intake/closed-intake-routes.ts';
import { createIntakeRoutes } from './intake/intake-routes.ts';
import { createProviderLogRoutes } from './intake/provider-log-routes.ts';
import { createLicenseRoutes } from './license/license-routes.ts';
import { createLiveRoutes } from './live/live-routes.ts';
import { createMediaRoutes } from './media/media-routes.ts';
import { createSdkRoutes } from './sdk/sdk-routes.ts';
import type { EventStore } from './store/event-store.ts';
import type { TelemetryAccess } from './telemetry/is-operator.ts';
import { createTelemetryRoutes } from './telemetry/telemetry-routes.ts';

export interface EmbedAppDeps extends EmbedDeps {
  store: EventStore;
  access: TelemetryAccess;
  resolveStack: ResolveStack;
  /** Real path of the media directory. */
  mediaRoot: string;
  /** Real path of the built SDK. */
  sdkDir: string;
  demoPort: () => number;
  /** Unix milliseconds. */
  now: () => number;
  reportError: (error: unknown) => void;
}

/** Everything on the embed origin. */
export function createEmbedApp(deps: EmbedAppDeps): Hono<ServerEnv> {
  const { library, brand, isTelemetryOn, store, access, mediaRoot, sdkDir, demoPort, now, reportError } =
    deps;
  const app = new Hono<ServerEnv>();
  const budget = createBodyBudget();
  addErrorReplies(app, reportError);
  app.route('/', createEmbedRoutes(deps));
  app.route('/', createSdkRoutes({ library, sdkDir }));
  app.route('/', createMediaRoutes(mediaRoot));
  app.route('/', createLiveRoutes({ library, mediaRoot, now }));
  app.route('/', createLicenseRoutes(library, budget));
  app.route('/', createApiRoutes({ library, viewers: store.viewers, budget, now, brand, isTelemetryOn }));
  if (isTelemetryOn) {
    if (deps.botDetection === true) app.route('/', createBotDetectionRoutes());
    app.route('/', createIntakeRoutes({ store, budget, now }));
    app.route('/', createProviderLogRoutes({ store, budget, now }));
    app.route('/', createErrorRoutes({ store, budget, now }));
  } else app.route('/', createClosedIntakeRoutes(budget));
  app.route('/', createTelemetryRoutes(store, access, deps.resolveStack));
  app.get('/', (context) => {
    const demoOrigin = crossSiteOrigin(
      new URL(context.req.url),
      demoPort(),
      context.req.header('X-Forwarded-Proto'),
    );
    return context.html(renderStartPage(library, brand, `${demoOrigin}/`), 200, {
      'Cache-Control': 'no-cache',
    });
  });
  return app;
}
