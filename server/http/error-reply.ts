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
