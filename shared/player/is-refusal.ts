import { hostErrorCode } from './player-error.ts';

/** The host's numbers for refusals: 150 to 153. */
const firstRefusalCode = 150;

/**
 * Whether an error is a rule at work: the operator, a licence or the browser's request refused this
 * viewer or page. A server that does not answer is a failure, although hosts receive 150.
 */
export function isRefusal(errorName: string): boolean {
  return errorName !== 'heartbeat.servererror' && hostErrorCode(errorName) >= firstRefusalCode;
}
