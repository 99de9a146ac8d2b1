import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Arrival } from './arrival.ts';
import type { FileAnswers } from './files/file-answers.ts';

/** The context of each request handler: Node's request and response, and the trusted proxies. */
export interface ServerEnv {
  Bindings: HttpBindings & {
    /** Addresses of the operator's proxies. */
    trustedProxies: BlockList;
    /** Files that the server is sending. */
    files: FileAnswers;
    /** The request's id in the log. */
    requestId: string;
  };
  Variables: {
    arrival: Arrival;
    /** Set for the operator's routes: the request is that of a read-only link. */
    isReader: boolean;
  };
}
