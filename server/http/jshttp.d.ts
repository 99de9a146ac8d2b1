/**
 * The parts of compression 1 and negotiator 0.6 that the server uses; the packages have no types.
 */

declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Options {
    filter: (request: IncomingMessage, response: ServerResponse) => boolean;
    /** Minimum size in bytes. */
    threshold: number;
  }
  type Compress = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  function compression(options: Options): Compress;
  export = compression;
}

declare module 'negotiator' {
  import type { IncomingHttpHeaders } from 'node:http';

  class Negotiator {
    constructor(request: { headers: IncomingHttpHeaders });
    /**
     * @param preferred order of encodings that the client accepts equally
     * @returns the available encodings that the client accepts, best first
     */
    encodings(available: readonly string[], preferred: readonly string[]): string[];
  }
  export = Negotiator;
}
