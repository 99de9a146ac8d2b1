import type { MiddlewareHandler } from 'hono';
import { clientAddress } from '../client-address.ts';
import { clientNetwork } from '../client-network.ts';
import { tooManyReply } from '../error-reply.ts';
import type { ServerEnv } from '../server-env.ts';
import type { RequestBudgets } from './request-budgets.ts';

/**
 * Answers 429 to a client with too many requests. Comes after `setAnswerHeaders`, which sets the
 * request's budget.
 */
export function limitRequests(budgets: RequestBudgets): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const limit = budgets[context.get('arrival').budget];
    const client = clientNetwork(clientAddress(context));
    const waitMs = limit.waitMs(client);
    if (waitMs === 0) {
      limit.take(client);
      return next();
    }
    context.header('Cache-Control', 'no-store');
    return tooManyReply(
      context,
      waitMs,
      'RATE_LIMITED',
      'This address has sent too many requests.',
    );
  };
}
