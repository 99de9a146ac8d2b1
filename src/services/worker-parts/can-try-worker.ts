import { workerRefusal } from '../worker-refusal.ts';

/**
 * Whether a worker by URL may work. Frames with an opaque origin cannot start one, and Firefox also
 * logs an error for each attempt.
 */
export function canTryWorker(): boolean {
  return globalThis.origin !== 'null' && workerRefusal.by === '';
}
