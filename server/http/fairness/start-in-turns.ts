import type { IncomingMessage, RequestListener } from 'node:http';
import { httpLimits } from '../http-limits.ts';
import { createTurns } from './create-turns.ts';

export interface StartDeps {
  /** The client that a request counts for. */
  clientOf: (request: IncomingMessage) => string;
  /** Whether this turn has accepted a connection. */
  isAccepting: () => boolean;
}

/**
 * Starts a few requests in each turn of the event loop, and fewer while connections are accepted.
 * The system hands over one connection in a turn, in order of arrival. With long turns, a new
 * client would wait behind all connections of another.
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
      // Its client may have disconnected meanwhile.
      if (!response.destroyed) handle(request, response);
    });
}
