import { workerRefusal } from './worker-refusal.ts';

/** Whether a worker by URL is worth a try. Frames without an origin are refused each, of which Firefox complains as well. */
export function mayTryWorker(): boolean {
  return globalThis.origin !== 'null' && workerRefusal.by === '';
}
