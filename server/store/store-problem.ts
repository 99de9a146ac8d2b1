import type { Failure } from '../../shared/result.ts';

/**
 * Why a store does nothing just now: another program holds it (`STORE_BUSY`), its server does not answer or this server is stopping (`STORE_AWAY`), its file may
 * not be written (`STORE_READ_ONLY`), or its disk is full (`STORE_FULL`). Nothing of what was asked has happened, and the same may be asked again later.
 */
export type StoreProblem = 'STORE_BUSY' | 'STORE_AWAY' | 'STORE_READ_ONLY' | 'STORE_FULL';

/** What reads of the store throw while it cannot answer. The message is for whoever asked, and names nothing of the server's inside. */
export class StoreError extends Error {
  readonly failure: Failure<StoreProblem>;

  constructor(failure: Failure<StoreProblem>) {
    super(failure.message);
    this.failure = failure;
  }
}
