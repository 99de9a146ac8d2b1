import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ServerEnv } from './server-env.ts';

export interface StreamOptions {
  contentType: string;
  /** Gets errors after the first chunk. */
  reportError: (error: unknown) => void;
}

/**
 * Streams a 200 answer. An error before the first chunk is thrown and handled like any other. A
 * later error closes the connection, so that the client does not consider the answer complete; the
 * adapter (@hono/node-server 2.1) would write the error's message into it.
 */
export async function streamBody(
  context: Context<ServerEnv>,
  chunks: AsyncGenerator<Buffer>,
  { contentType, reportError }: StreamOptions,
): Promise<Response> {
  const first = await chunks.next();
  async function* all(): AsyncGenerator<Buffer> {
    try {
      if (first.done !== true) yield first.value;
      yield* chunks;
    } catch (error) {
      reportError(error);
      context.env.outgoing.destroy();
    }
  }
  const body = Readable.toWeb(
    Readable.from(all(), { objectMode: false }),
  ) as ReadableStream<Uint8Array>;
  return context.body(body, 200, { 'Content-Type': contentType });
}
