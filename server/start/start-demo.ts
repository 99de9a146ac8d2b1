import { realpath } from 'node:fs/promises';
import type { Result } from '../../shared/tools/result.ts';
import type { Listener } from '../http/listen.ts';
import type { DemoDeps } from '../pages/demo/demo-routes.ts';
import { createDemoApp } from './create-demo-app.ts';
import type { OriginDeps } from './listen-origin.ts';
import { listenOrigin } from './listen-origin.ts';
import type { StartOptions } from './start-options.ts';

type StartDemoDeps = OriginDeps & Pick<DemoDeps, 'templates' | 'embedPort'>;

/** Starts the demo origin: host pages, documents and the operator's pages. */
export async function startDemo(
  options: StartOptions,
  deps: StartDemoDeps,
): Promise<Result<Listener>> {
  const app = createDemoApp({
    ...deps,
    // Without a build of the documents, their paths are not found.
    docsDir: await realpath(options.docsDir).catch(() => options.docsDir),
    demoDir: await realpath(options.demoDir),
  });
  return listenOrigin(
    app,
    { host: options.host, port: options.demoPort, portOption: '--demo-port' },
    deps,
  );
}
