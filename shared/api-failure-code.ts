/**
 * Why an API call brought nothing: the server said no, did not answer in time or was not reached, or answered what nobody
 * understands. `NOT_FOUND` and `BAD_COMMAND` (there is no such command, or its fields are not understood; nothing was sent) are what
 * trying again cannot mend.
 */
export type ApiFailureCode =
  | 'NOT_FOUND'
  | 'REQUEST_FAILED'
  | 'TIMED_OUT'
  | 'UNKNOWN_ERROR'
  | 'BAD_REPLY'
  | 'BAD_COMMAND'
  /** Nobody said who is speaking: the page's own fault. */
  | 'NO_CONTEXT'
  /** The services were disposed of meanwhile. */
  | 'CANCELLED'
  | 'NOT_STARTED';
