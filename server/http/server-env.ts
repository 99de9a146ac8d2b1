import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Arrival } from './arrival.ts';
import type { FileAnswers } from './file-answers.ts';

/** What each request handler finds in its context: Node's own request and response, and whose forwarded headers count. */
export interface ServerEnv {
  Bindings: HttpBindings & {
    /** Addresses of the operator's proxies. */
    trustedProxies: BlockList;
    /** Files that the server is sending. */
    files: FileAnswers;
    /** By what the request is known in the log. */
    requestId: string;
  };
  Variables: { arrival: Arrival };
}
