import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { StoreError } from '../store/store-problem.ts';
import type { ServerEnv } from './server-env.ts';

/** @returns the answer in the form that all refusals have: `{ error: { code, message } }`. What is quoted of a request stays on the sentence's line */
export function errorReply(
  context: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return context.json({ error: { code, message: message.replaceAll(/\s+/g, ' ') } }, status);
}

/** What the server lacks when it is busy (a lock, room in memory) is there again after an instant. */
const shortRetryAfterSec = 1;

/** What takes longer: a database that starts or is replaced by its standby, a disk that somebody has to make room on. */
const longRetryAfterSec: Readonly<Record<string, number>> = {
  STORE_AWAY: 5,
  STORE_SILENT: 5,
  STORE_READ_ONLY: 60,
  STORE_FULL: 60,
};

/** @returns after which time a request that failed with this code may succeed */
export function retryAfterSec(code: string): number {
  return longRetryAfterSec[code] ?? shortRetryAfterSec;
}

/** @returns 503 (507 where it is the disk that has no room): nothing was taken over, and the same request will succeed later */
export function busyReply(context: Context, code: string, message: string): Response {
  context.header('Retry-After', String(retryAfterSec(code)));
  return errorReply(context, code === 'STORE_FULL' ? 507 : 503, code, message);
}

/**
 * @param waitMs until the same request will succeed
 * @returns 429: nothing was looked at, and the same request should come later
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

/** Gets what no handler expected, and which request it was. */
export type ReportError = (error: unknown, about?: { requestId: string }) => void;

/**
 * Answers unknown paths and failures that nobody expected. The client learns nothing about the latter.
 * @param reportError gets what was thrown
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
      `The server failed; its operator finds the cause in its output, under ${requestId}.`,
    );
  });
}
