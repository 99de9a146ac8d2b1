import type { MiddlewareHandler } from 'hono';
import { errorReply, tooManyReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { type AdmitDeps, refuseStranger } from './admit-operator.ts';

/**
 * Answers 401 or 429 to clients other than the operator. The operator's answers are never cached.
 */
export function requireOperator(deps: AdmitDeps): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const refusal = refuseStranger(context, deps);
    if (refusal?.code === 'TOO_MANY_TRIES')
      return tooManyReply(context, refusal.waitMs, refusal.code, refusal.message);
    if (refusal !== null) {
      context.header('WWW-Authenticate', 'Bearer realm="telemetry"');
      return errorReply(context, 401, refusal.code, refusal.message);
    }
    context.header('Cache-Control', 'no-store');
    return next();
  };
}
