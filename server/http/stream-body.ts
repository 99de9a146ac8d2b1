import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ServerEnv } from './server-env.ts';

export interface StreamOptions {
  contentType: string;
  /** Gets what went wrong on the way. */
  reportError: (error: unknown) => void;
}

/**
 * Answers 200 with what comes bit by bit. What goes wrong before the first bit is thrown, and answered like any failure. After it the
 * connection is cut, so that nobody takes the answer for whole; the adapter (@hono/node-server 2.1) would write the error's message
 * into it.
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
