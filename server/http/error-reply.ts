import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { StoreError } from '../store/store-problem.ts';
import { answerLimits } from './answer-limits.ts';
import type { ServerEnv } from './server-env.ts';

/**
 * @returns a refusal in the common form, `{ error: { code, message } }`; line breaks quoted from a
 *   request become spaces
 */
export function errorReply(
  context: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return context.json({ error: { code, message: message.replaceAll(/\s+/g, ' ') } }, status);
}

/**
 * For longer problems: a database that starts or fails over, or a disk that the operator must
 * clear.
 */
const longRetryAfterSec: Readonly<Record<string, number>> = {
  STORE_AWAY: answerLimits.awayRetryAfterSec,
  STORE_SILENT: answerLimits.awayRetryAfterSec,
  STORE_READ_ONLY: answerLimits.operatorRetryAfterSec,
  STORE_FULL: answerLimits.operatorRetryAfterSec,
};

/** @returns seconds until a request that failed with this code may succeed */
export function retryAfterSec(code: string): number {
  return longRetryAfterSec[code] ?? answerLimits.shortRetryAfterSec;
}

/**
 * @returns 503 (507 if the disk is full): the request has changed nothing, and a retry may succeed
 *   later
 */
export function busyReply(context: Context, code: string, message: string): Response {
  context.header('Retry-After', String(retryAfterSec(code)));
  return errorReply(context, code === 'STORE_FULL' ? 507 : 503, code, message);
}

/**
 * @param waitMs until the same request will succeed
 * @returns 429: the request was not processed, and should be sent again later
 */
export function tooManyReply(
  context: Context,
  waitMs: number,
  code: string,
  problem: string,
): Response {
  const waitSec = Math.ceil(waitMs / 1_000);
  context.header('Retry-After', String(waitSec));
  return errorReply(context, 429, code, `${problem} Send it again in ${waitSec} s.`);
}

/** Gets unexpected errors, with the id of their request. */
export type ReportError = (error: unknown, about?: { requestId: string }) => void;

/**
 * Answers unknown paths and unexpected errors. The answer reveals no details of the error.
 * @param reportError gets the error
 */
export function addErrorReplies(app: Hono<ServerEnv>, reportError: ReportError): void {
  app.notFound((context) =>
    errorReply(context, 404, 'NOT_FOUND', `There is nothing at ${context.req.path}.`),
  );
  app.onError((error, context) => {
    if (error instanceof StoreError)
      return busyReply(context, error.failure.code, error.failure.message);
    const { requestId } = context.env;
    reportError(error, { requestId });
    return errorReply(
      context,
      500,
      'INTERNAL',
      `The server failed; the cause is in its log, under ${requestId}.`,
    );
  });
}
