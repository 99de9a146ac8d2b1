import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServerEnv } from './server-env.ts';

/** @returns the answer in the form that all refusals have: `{ error: { code, message } }` */
export function errorReply(
  context: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return context.json({ error: { code, message } }, status);
}

/** What the server lacks when it is busy (a lock, room) is there again after an instant. */
const retryAfterSec = 1;

/** @returns 503: nothing was taken over, and the same request will succeed later */
export function busyReply(context: Context, code: string, message: string): Response {
  context.header('Retry-After', String(retryAfterSec));
  return errorReply(context, 503, code, message);
}

/**
 * Answers unknown paths and failures that nobody expected. The client learns nothing about the latter.
 * @param reportError gets what was thrown
 */
export function addErrorReplies(app: Hono<ServerEnv>, reportError: (error: unknown) => void): void {
  app.notFound((context) =>
    errorReply(context, 404, 'NOT_FOUND', `There is nothing at ${context.req.path}.`),
  );
  app.onError((error, context) => {
    reportError(error);
    return errorReply(
      context,
      500,
      'INTERNAL',
      'The server failed; its operator finds the cause in its output.',
    );
  });
}
