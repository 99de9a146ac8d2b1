import type { HttpBindings } from '@hono/node-server';

/**
 * Calls `run` once, when the handler has given its answer or the client is gone. A client that reads no answers puts off `finish` and
 * `close` for as long as it likes; `prefinish` waits for no client.
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
