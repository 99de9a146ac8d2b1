import type { Failure } from '../tools/result.ts';

/**
 * State that outlives a document's services. The page keeps it and passes it to the next services.
 * So a crash, a frozen page or the move into the page changes nothing.
 */
export interface ServicesMemo {
  /** The report gate's key of each reported error. */
  reportedErrors: readonly string[];
  /** Why there is no visitor id now; `null` if there is one, or one is being fetched. */
  visitorIdFailure: Failure | null;
  /** Codes of such failures that are already in the provider's log. */
  loggedVisitorIdFailures: readonly string[];
}
