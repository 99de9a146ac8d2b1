import { watchWorkerErrors } from './errors/watch-worker-errors.ts';
import { serveServices } from './serve-services.ts';

declare global {
  /** Set by the first run of this script. */
  var isOffstageServed: boolean | undefined;
}

// WebKit (2.50) runs the script of a worker a second time when a script that it has loaded imports from it, as bundles do: two
// services would answer each call, and the page would hear the wrong one.
if (!globalThis.isOffstageServed) {
  globalThis.isOffstageServed = true;
  // Only the document that made this worker can reach it, so there is no origin to check.
  watchWorkerErrors(serveServices(globalThis));
}
