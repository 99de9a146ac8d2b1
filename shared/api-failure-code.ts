/**
 * The reason why an API call failed: the server refused it, did not answer in time, was not reached,
 * or sent a reply that does not fit its schema. A retry cannot help after `NOT_FOUND` and
 * `BAD_COMMAND` (the command does not exist, or its fields are not understood; nothing was sent).
 */
export type ApiFailureCode =
  | 'NOT_FOUND'
  | 'REQUEST_FAILED'
  | 'TIMED_OUT'
  | 'UNKNOWN_ERROR'
  | 'BAD_REPLY'
  | 'BAD_COMMAND'
  /** The page has sent no context: a bug of the page. */
  | 'NO_CONTEXT'
  /** The services were disposed of meanwhile. */
  | 'CANCELLED'
  | 'NOT_STARTED';
