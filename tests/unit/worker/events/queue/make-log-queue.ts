import {
  createLogQueue,
  type LogQueue,
  type LogQueueDeps,
} from '../../../../../worker/events/queue/log-queue.ts';
import { createMemoryStore } from '../../../../../worker/events/queue/memory-store.ts';
import { context, sid } from '../make-events.ts';

/** A queue of this document; its failures are ignored unless a test listens. */
export function makeLogQueue(
  deps: Pick<LogQueueDeps, 'clock' | 'durable'> & Partial<LogQueueDeps>,
): LogQueue {
  return createLogQueue({
    sid,
    readContext: () => context,
    newId: () => 'id',
    memory: createMemoryStore(),
    hasLocks: true,
    onDropped: () => {},
    onStoreError: () => {},
    ...deps,
  });
}
