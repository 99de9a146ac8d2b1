import { Hono } from 'hono';
import { demoKinds } from '../http/answer-headers.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { addErrorReplies } from '../http/error-reply.ts';
import { limitRequests } from '../http/fairness/limit-requests.ts';
import type { RequestBudgets } from '../http/fairness/request-budgets.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { answerCallers, setAnswerHeaders } from '../http/set-answer-headers.ts';
import { untilRead } from '../http/until-read.ts';
import { createRequestCheckRoutes } from '../operator/health/request-check-routes.ts';
import type { ObserveDeps } from '../operator/log/observe-requests.ts';
import { observeRequests } from '../operator/log/observe-requests.ts';
import type { TelemetryDeps } from '../operator/telemetry/telemetry-routes.ts';
import { createTelemetryRoutes } from '../operator/telemetry/telemetry-routes.ts';
import type { DemoDeps } from '../pages/demo/demo-routes.ts';
import { createDemoRoutes } from '../pages/demo/demo-routes.ts';
import { createDocsRoutes } from '../pages/docs/docs-routes.ts';
import type { StartDeps } from './start-options.ts';

export interface DemoAppDeps
  extends DemoDeps,
    TelemetryDeps,
    ObserveDeps,
    Pick<StartDeps, 'serveModules'> {
  /** Counts the requests of each client. */
  requests: RequestBudgets;
  /** Settles after the first reading of the library. */
  whenRead: Promise<void>;
  /** Real path of the built documents. */
  docsDir: string;
}

/** The demo origin: host pages, documents and the operator's pages. */
export function createDemoApp(deps: DemoAppDeps): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  addErrorReplies(app, deps.reportError);
  app.use(
    observeRequests(deps),
    untilRead(deps.whenRead),
    setAnswerHeaders(demoKinds),
    ...(deps.serveModules ? [deps.serveModules] : []),
    compressAnswers,
    limitRequests(deps.requests),
    answerCallers,
  );
  app.route('/', createRequestCheckRoutes());
  app.route('/', createTelemetryRoutes(deps));
  app.route('/', createDocsRoutes(deps.docsDir));
  app.route('/', createDemoRoutes(deps));
  return app;
}
