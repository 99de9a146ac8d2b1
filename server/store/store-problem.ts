import type { Failure } from '../../shared/result.ts';

/**
 * The store cannot be used now: another program holds it (`STORE_BUSY`), its server does not answer
 * or this server is stopping (`STORE_AWAY`), its file may not be written (`STORE_READ_ONLY`), or its
 * disk is full (`STORE_FULL`). The request changed nothing and may be repeated later.
 */
export type StoreProblem = 'STORE_BUSY' | 'STORE_AWAY' | 'STORE_READ_ONLY' | 'STORE_FULL';

/**
 * Reads of the store throw this while it cannot answer. The message goes to the caller, so it names
 * nothing of the server's inside.
 */
export class StoreError extends Error {
  readonly failure: Failure<StoreProblem>;

  constructor(failure: Failure<StoreProblem>) {
    super(failure.message);
    this.failure = failure;
  }
}
