/**
 * Why an API call failed: the server refused, did not answer in time, was not reached, or sent an
 * unknown reply. Retrying cannot help with `NOT_FOUND` and `BAD_COMMAND` (unknown command or
 * malformed fields; nothing was sent).
 */
export type ApiFailureCode =
  | 'NOT_FOUND'
  | 'REQUEST_FAILED'
  | 'TIMED_OUT'
  | 'UNKNOWN_ERROR'
  | 'BAD_REPLY'
  | 'BAD_COMMAND'
  /** The client context is missing: a fault of the page. */
  | 'NO_CONTEXT'
  /** The services ended meanwhile. */
  | 'CANCELLED'
  | 'NOT_STARTED';
