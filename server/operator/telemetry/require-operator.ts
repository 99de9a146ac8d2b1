import type { MiddlewareHandler } from 'hono';
import { errorReply, tooManyReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { type AdmitDeps, admit } from './admit-operator.ts';

/** Routes that the dashboard shows. The others contain every event, or the operator's addresses. */
const forReaders: readonly string[] = [
  'report',
  'summary',
  'qoe',
  'cost',
  'audience',
  'experiments',
  'gaps',
  'trace',
  'playbacks.csv',
  'playbacks.ndjson',
].map((name) => `/telemetry/${name}`);

/**
 * Answers 401 or 429 to strangers, and 403 to readers who want more than the dashboard shows. What
 * the operator gets is never cached.
 */
export function requireOperator(deps: AdmitDeps): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const { refusal, isReader } = admit(context, deps);
    if (refusal?.code === 'TOO_MANY_TRIES')
      return tooManyReply(context, refusal.waitMs, refusal.code, refusal.message);
    if (refusal !== null) {
      context.header('WWW-Authenticate', 'Bearer realm="telemetry"');
      return errorReply(context, 401, refusal.code, refusal.message);
    }
    const { method, path } = context.req;
    if (isReader && (method !== 'GET' || !forReaders.includes(path)))
      return errorReply(
        context,
        403,
        'READ_ONLY',
        'A read-only link shows what the dashboard shows; sign in with the token for the rest.',
      );
    context.set('isReader', isReader);
    context.header('Cache-Control', 'no-store');
    return next();
  };
}
