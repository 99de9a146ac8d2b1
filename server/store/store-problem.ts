import type { Failure } from '../../shared/tools/result.ts';

/**
 * Why the store cannot be used now. `STORE_BUSY`: another program holds it. `STORE_AWAY`: its
 * server does not answer, or this server is stopping. `STORE_READ_ONLY`: its file is not writable.
 * `STORE_FULL`: its disk is full. The request has changed nothing and may be retried later.
 */
export type StoreProblem = 'STORE_BUSY' | 'STORE_AWAY' | 'STORE_READ_ONLY' | 'STORE_FULL';

/**
 * Thrown by reads while the store cannot answer. The message is for the client, and reveals nothing
 * of the server's internals.
 */
export class StoreError extends Error {
  readonly failure: Failure<StoreProblem>;

  constructor(failure: Failure<StoreProblem>) {
    super(failure.message);
    this.failure = failure;
  }
}

/** For the operator, after the reason why events are not stored. */
export const eventsWait = 'Meanwhile events wait in the spool, or players keep them.';
