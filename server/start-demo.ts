import { realpath } from 'node:fs/promises';
import { Hono } from 'hono';
import type { Result } from '../shared/result.ts';
import type { DemoDeps } from './demo/demo-routes.ts';
import { createDemoRoutes } from './demo/demo-routes.ts';
import { createDocsRoutes } from './docs/docs-routes.ts';
import { demoKinds } from './http/answer-headers.ts';
import { compressAnswers } from './http/compress-answers.ts';
import { addErrorReplies } from './http/error-reply.ts';
import { limitRequests } from './http/limit-requests.ts';
import type { Listener } from './http/listen.ts';
import type { ServerEnv } from './http/server-env.ts';
import { setAnswerHeaders } from './http/set-answer-headers.ts';
import type { OriginDeps } from './listen-origin.ts';
import { listenOrigin } from './listen-origin.ts';
import { observeRequests } from './log/observe-requests.ts';
import type { StartOptions } from './start-options.ts';
import { createTelemetryRoutes } from './telemetry/telemetry-routes.ts';

type StartDemoDeps = OriginDeps & Pick<DemoDeps, 'templates' | 'embedPort'>;

/** The demo host pages' origin listens, with the documents and the operator's pages on it. */
export async function startDemo(options: StartOptions, deps: StartDemoDeps): Promise<Result<Listener>> {
  const app = new Hono<ServerEnv>();
  addErrorReplies(app, deps.reportError);
  app.use(observeRequests(deps), setAnswerHeaders(demoKinds), compressAnswers, limitRequests(deps.requests));
  app.route('/', createTelemetryRoutes(deps));
  // Without a build of the documents their paths lead nowhere, as with the SDK.
  app.route('/', createDocsRoutes(await realpath(options.docsDir).catch(() => options.docsDir)));
  app.route('/', createDemoRoutes({ ...deps, demoDir: await realpath(options.demoDir) }));
  return listenOrigin(app, { host: options.host, port: options.demoPort, portOption: '--demo-port' }, deps);
}
