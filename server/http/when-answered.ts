import type { HttpBindings } from '@hono/node-server';

/**
 * Calls `run` once, when the handler has answered or the client has disconnected. A client that
 * does not read can delay `finish` and `close` forever, but not `prefinish`.
 */
export function whenAnswered(outgoing: HttpBindings['outgoing'], run: () => void): void {
  const runOnce = () => {
    outgoing.off('prefinish', runOnce);
    outgoing.off('close', runOnce);
    run();
  };
  outgoing.once('prefinish', runOnce);
  outgoing.once('close', runOnce);
}
