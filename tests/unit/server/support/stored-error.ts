import type { AcceptedError } from '../../../../server/intake/errors/parse-error-report.ts';
import { testSid } from './log-batches.ts';

/** An error in the form that the intake gives to the store. */
export function storedError(changes: Partial<AcceptedError> = {}): AcceptedError {
  return {
    fingerprint: 'f',
    id: '1',
    sid: testSid,
    timeMs: 0,
    source: 'page',
    level: 'ERROR',
    type: 'Error',
    message: '',
    line: 0,
    stack: '',
    clientName: '',
    clientVersion: '',
    paramsJson: '{}',
    ...changes,
  };
}
