import type { IncomingMessage, RequestListener } from 'node:http';
import { httpLimits } from '../limits/http-limits.ts';
import { createTurns } from './create-turns.ts';

export interface StartDeps {
  /** By whom a request counts. */
  clientOf: (request: IncomingMessage) => string;
  /** Whether this turn has accepted a connection. */
  isAccepting: () => boolean;
}

/**
 * Starts a few requests in each turn of the event loop, and fewer while connections are accepted: the system hands over one a turn, in
 * the order in which they came, so that long turns would keep a new client waiting behind all connections of another.
 * @param handle gets one request of a connection at a time (`answerInTurn`)
 */
export function startInTurns(
  handle: RequestListener,
  { clientOf, isAccepting }: StartDeps,
): RequestListener {
  const turns = createTurns({
    turnCount: httpLimits.startsPerTurnCount.value,
    shouldYield: isAccepting,
  });
  return (request, response) =>
    turns.begin(clientOf(request), () => {
      // Its client may have left while it waited.
      if (!response.destroyed) handle(request, response);
    });
}
