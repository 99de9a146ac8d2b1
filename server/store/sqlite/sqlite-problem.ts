import type { Failure } from '../../../shared/tools/result.ts';
import type { StoreProblem } from '../store-problem.ts';

/**
 * Primary result codes are the lower 8 bits; the upper bits refine them
 * (https://sqlite.org/rescode.html).
 */
const primaryCodeBits = 0xff;
const busyCode = 5;
const readOnlyCode = 8;
const fullCode = 13;

/** @returns the primary result code of a `node:sqlite` error; `null` for any other error */
export function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return null;
  return error.errcode & primaryCodeBits;
}

/** @returns the problem behind a `node:sqlite` error that may pass; `null` for any other error */
export function sqliteProblem(error: unknown): Failure<StoreProblem> | null {
  const code = primaryCode(error);
  if (code === busyCode)
    return {
      code: 'STORE_BUSY',
      message: 'Another program is writing to the event store; send the request again.',
    };
  if (code === readOnlyCode)
    return {
      code: 'STORE_READ_ONLY',
      message: 'The event store is read-only; send the request again later.',
    };
  if (code === fullCode)
    return {
      code: 'STORE_FULL',
      message: 'The event store is full; send the request again later.',
    };
  return null;
}
