import { watchWorkerErrors } from './reports/errors/watch-worker-errors.ts';
import { serveServices } from './services/serve-services.ts';

declare global {
  /** Set by the first run of this script. */
  var isOffstageServed: boolean | undefined;
}

// WebKit 2.50 runs a worker's script a second time when a script that it loaded imports from it, as
// bundles do. Then two services would answer each call, and the page would receive the wrong
// answer.
if (!globalThis.isOffstageServed) {
  globalThis.isOffstageServed = true;
  watchWorkerErrors(serveServices(globalThis));
}
