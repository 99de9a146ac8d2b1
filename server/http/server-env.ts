import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/** What each request handler finds in its context: Node's own request and response, and whose forwarded headers count. */
export interface ServerEnv {
  Bindings: HttpBindings & {
    /** Addresses of the operator's proxies. */
    trustedProxies: BlockList;
    /** By what the request is known in the log. */
    requestId: string;
  };
}
