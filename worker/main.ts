import { watchWorkerErrors } from './errors/watch-worker-errors.ts';
import { serveServices } from './serve-services.ts';

// Only the document that made this worker can reach it, so there is no origin to check.
watchWorkerErrors(serveServices(globalThis));
