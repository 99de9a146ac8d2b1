/**
 * Why a message to this page was refused. The sender gets no answer; the page counts refusals for
 * its debug panel.
 */
export type Refusal =
  | 'WRONG_ORIGIN'
  | 'WRONG_SOURCE'
  | 'OPAQUE_HOST'
  | 'NOT_A_STRING'
  | 'TOO_LONG'
  | 'NOT_JSON'
  | 'NOT_A_MESSAGE'
  | 'JS_API_OFF'
  | 'NOT_READY'
  | 'UNKNOWN_EVENT'
  | 'UNKNOWN_FUNCTION'
  | 'BAD_ARGUMENTS';
