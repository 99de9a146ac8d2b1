import type { HttpBindings } from '@hono/node-server';

/** What each request handler finds in its context: Node's own request and response. */
export interface ServerEnv {
  Bindings: HttpBindings;
}
